/** `ready`: what a screen reader says when the player has come. */
type VideoProps = { title: string; ready: string };

/**
 * Makes the link over a video's poster a button. The player is inserted only after a press, so the video's host gets no
 * request of a visitor who does not watch.
 */
export function enhance(root: HTMLElement, { title, ready }: VideoProps): void {
  const link = root.querySelector("a") as HTMLAnchorElement;
  // It must be there before its text is.
  const status = document.createElement("p");
  status.className = "visually-hidden";
  status.role = "status";
  root.append(status);
  const play = (event: Event) => {
    event.preventDefault();
    const player = document.createElement("iframe");
    player.className = "video-frame";
    player.src = withAutoplay(link.href);
    player.title = title;
    player.allow = "autoplay; encrypted-media; fullscreen; picture-in-picture";
    player.onload = () => {
      status.textContent = ready;
    };
    link.replaceWith(player);
    player.focus();
  };
  link.role = "button";
  link.addEventListener("click", (event: MouseEvent) => {
    if (!(event.metaKey || event.ctrlKey || event.shiftKey)) play(event);
  });
  link.addEventListener("keydown", (event: KeyboardEvent) => {
    if (event.key === " ") play(event);
  });
}

/** Adds `autoplay=1`, with which the well-known hosts start at once: the visitor has just pressed play. */
function withAutoplay(url: string): string {
  const address = new URL(url);
  if (!address.searchParams.has("autoplay")) address.searchParams.set("autoplay", "1");
  return address.href;
}
