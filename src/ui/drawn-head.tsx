import { PageHead, type PageHeadProps } from "./page-head.tsx";
import { Picture, type PictureName } from "./picture.tsx";

type DrawnHeadProps = Omit<PageHeadProps, "drawing"> & {
  picture: PictureName;
  /** `near` for a drawing that some screens do not show: they do not load it. */
  when?: "now" | "near";
};

/** The top of a page with something to do, and a drawing: beside the text, on a phone below it. */
export function DrawnHead({ picture, when = "now", ...props }: DrawnHeadProps) {
  const drawing = <Picture name={picture} className="drawn-head-picture screen-only" when={when} />;
  return <PageHead {...props} drawing={drawing} />;
}
