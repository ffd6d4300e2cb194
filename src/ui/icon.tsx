import type { IconName } from "../shared/entities.ts";
import { CLIENT } from "./client-manifest.ts";
import { Drawn, sized } from "./picture.tsx";

type IconProps = {
  name: IconName;
  /** Side in CSS pixels. */
  size?: number;
  /** Class of the box around it; without one there is no box. */
  className?: string;
};

/** A line drawing in the text's colour, always next to text that says the same. */
export function Icon({ name, size = 24, ...box }: IconProps) {
  return <Drawn svg={sized(CLIENT.icons[name], size)} {...box} />;
}

export function ArrowLeft() {
  return <Drawn svg={sized(CLIENT.icons["arrow-left"], 20)} />;
}

export function ArrowRight({ size = 20 }: { size?: number }) {
  return <Drawn svg={sized(CLIENT.icons["arrow-right"], size)} />;
}
