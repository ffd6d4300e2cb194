import { PageHead, type PageHeadProps } from "./page-head.tsx";
import { Picture, type PictureName } from "./picture.tsx";

/** The top of a page with something to do, and a drawing: beside the text, on a phone below it. */
export function DrawnHead({ picture, ...props }: Omit<PageHeadProps, "drawing"> & { picture: PictureName }) {
  return (
    <PageHead {...props} drawing={<Picture name={picture} className="drawn-head-picture screen-only" when="now" />} />
  );
}
