import { type Frame, practiceHref } from "../shared/frame.ts";
import { BulletList } from "./bullet-list.tsx";
import { ArrowRight } from "./icon.tsx";
import { Picture } from "./picture.tsx";

type PracticeBandProps = {
  frame: Frame;
  copy: { title: string; text: string; label: string; bullets?: readonly string[] };
};

/** The offer of five free practice questions, in the night blue that belongs to it alone. */
export function PracticeBand({ frame, copy }: PracticeBandProps) {
  return (
    <section className="practice-band section">
      <div className="split split-even wrap">
        <div>
          <h2>{copy.title}</h2>
          <p className="practice-band-text">{copy.text}</p>
          {copy.bullets === undefined ? null : <BulletList items={copy.bullets} />}
          <p className="practice-band-action">
            <a className="button button-light" href={practiceHref(frame)}>
              {copy.label} <ArrowRight />
            </a>
          </p>
        </div>
        <Picture name="five-buoys" className="five-buoys" />
      </div>
    </section>
  );
}
