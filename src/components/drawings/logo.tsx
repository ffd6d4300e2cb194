import { Drawn } from "./drawn.tsx";

type LogoProps = {
  /** Side in CSS pixels. */
  size?: 34 | 40;
};

/** The compass mark. The shop's name stands beside it as text, so the mark itself is decorative. */
export function Logo({ size = 34 }: LogoProps) {
  return <Drawn svg={LOGOS[size]} />;
}

const LOGOS = { 34: draw(34), 40: draw(40) } as const;

function draw(size: number): string {
  return `<svg class="logo-mark" width="${size}" height="${size}" viewBox="0 0 34 34" aria-hidden="true">${[
    '<circle class="f-ink" cx="17" cy="17" r="17"/>',
    '<circle class="s-paper" cx="17" cy="17" r="14.2" fill="none" stroke-width=".9" opacity=".45"/>',
    '<path class="s-paper" d="M17 2.8v2.6M31.2 17h-2.6M17 31.2v-2.6M2.8 17h2.6" fill="none" stroke-width="1.5" stroke-linecap="round"/>',
    '<path class="f-steel" d="M17 28.6 12.6 17H17z"/>',
    '<path class="f-paper" d="M17 28.6 21.4 17H17z"/>',
    '<path class="f-signal" d="M17 5.4 12.6 17H17z"/>',
    '<path class="f-signal-2" d="M17 5.4 21.4 17H17z"/>',
    '<circle class="f-ink" cx="17" cy="17" r="1.5"/>',
  ].join("")}</svg>`;
}
