export const VIDEO_COPY = {
  /** On the poster. Its accessible name adds the video's own title. */
  playLabel: "Bekijk de video",
  /** Said to screen readers when the player has come. */
  ready: "De video staat klaar.",
} as const;
