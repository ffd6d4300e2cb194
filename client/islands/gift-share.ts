type GiftShareProps = {
  /** Absolute. */
  link: string;
  title: string;
  text: string;
  copy: { copied: string; failed: string };
};

/** Copies a gift's link, or opens the system's share sheet if there is one. Hidden without JavaScript. */
export function enhance(root: HTMLElement, { link, title, text, copy }: GiftShareProps): void {
  const [copyButton, shareButton] = root.querySelectorAll("button") as unknown as [HTMLElement, HTMLElement];
  const note = root.querySelector("[role=status]") as HTMLElement;
  copyButton.addEventListener("click", async () => {
    note.textContent = (await copyText(link)) ? copy.copied : copy.failed;
  });
  shareButton.hidden = typeof navigator.share !== "function";
  shareButton.addEventListener(
    "click",
    // A closed sheet is not an error.
    () => void navigator.share?.({ title, text }).catch(() => undefined),
  );
}

/** False without permission, and on a page over http, which has no clipboard. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
