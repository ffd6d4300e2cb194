import { renderScene } from "./drawing/exam-drawing.ts";
import type { Drawing } from "./drawing/scene-rules.ts";
import { MOCK_EXAM_COPY } from "./mock-exam-copy.ts";

/** The drawing of a question, with a description for people who cannot see it. `canGrow`: a tap enlarges it. */
export function ExamPicture({ drawing, canGrow = false }: { drawing: Drawing; canGrow?: boolean }) {
  const picture = <span dangerouslySetInnerHTML={{ __html: renderScene(drawing.scene) }} />;
  return (
    <div className="exam-picture">
      {canGrow ? (
        <label className="exam-larger">
          {picture}
          <span className="exam-mark note">
            <input type="checkbox" />
            <span>{MOCK_EXAM_COPY.question.larger.drawing}</span>
          </span>
        </label>
      ) : (
        picture
      )}
      <p className="visually-hidden">
        {MOCK_EXAM_COPY.question.drawingLabel} {drawing.description}
      </p>
    </div>
  );
}

/** A drawing and its description within a line of text. */
export function PictureInWords({ drawing }: { drawing: Drawing }) {
  return (
    <>
      <span className="exam-small-picture" dangerouslySetInnerHTML={{ __html: renderScene(drawing.scene) }} />{" "}
      <span className="visually-hidden">{drawing.description}</span>
    </>
  );
}
