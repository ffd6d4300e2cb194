import { useEffect, useState } from "react";

type GiftShareProps = {
  /** Absolute. */
  link: string;
  /** What goes along with the link. */
  title: string;
  text: string;
  copy: { copy: string; copied: string; failed: string; share: string };
};

/** Copies a gift's link, or hands it to the system's share sheet where there is one. Hidden where there is no JavaScript. */
export function GiftShare({ link, title, text, copy }: GiftShareProps) {
  const [note, setNote] = useState("");
  const [canShare, setCanShare] = useState(false);
  useEffect(() => setCanShare(typeof navigator.share === "function"), []);

  const copyLink = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setNote(copy.copied);
    } catch {
      // No permission, or no secure connection.
      setNote(copy.failed);
    }
  };
  // Who closes the sheet again has shared nothing, and needs not be told.
  const share = () => navigator.share?.({ title, text }).catch(() => undefined);

  return (
    <div className="gift-share">
      <button type="button" className="button button-quiet" onClick={copyLink}>
        {copy.copy}
      </button>
      {canShare ? (
        <button type="button" className="button button-quiet" onClick={share}>
          {copy.share}
        </button>
      ) : null}
      <p role="status">{note}</p>
    </div>
  );
}
