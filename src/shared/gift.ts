/** A gift as its page shows it: nothing blank, nothing too long. `activationUrl` null = nowhere to redeem it yet. */
export type Gift = { recipient: string; giver: string; message: string; activationUrl: string | null };
