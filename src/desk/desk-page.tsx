import type { ReactNode } from "react";
import { DeskDocument } from "./desk-document.tsx";
import type { Bar, Block, Cell, DeskFrame, Field, Form, Item, Screen, Section, Tone } from "./desk-rules.ts";

export function DeskPage({ frame, screen }: { frame: DeskFrame; screen: Screen }) {
  const { title, notice, sections } = screen;
  return (
    <DeskDocument frame={frame} title={title}>
      {notice === undefined ? null : (
        <p className={`desk-notice ${toneClass(notice.tone)}`} role="status">
          {notice.text} {notice.link === undefined ? null : <a href={notice.link.href}>{notice.link.text}</a>}
        </p>
      )}
      <div className={sections.some(({ isAside }) => isAside) ? "desk-columns" : undefined}>
        {sections.map((section, index) => (
          <SectionView key={section.title ?? index} section={section} />
        ))}
      </div>
    </DeskDocument>
  );
}

function SectionView({ section: { title, blocks, isAside = false } }: { section: Section }) {
  return (
    <section className={isAside ? "desk-section desk-aside stack" : "desk-section stack"}>
      {title === undefined ? null : <h2>{title}</h2>}
      {blocks.map((block, index) => (
        <BlockView key={index} block={block} />
      ))}
    </section>
  );
}

function BlockView({ block }: { block: Block }): ReactNode {
  switch (block.kind) {
    case "text":
      return <p className={`desk-text ${toneClass(block.tone)}`}>{block.text}</p>;
    case "facts":
      return <Facts rows={block.rows} />;
    case "table":
      return <Table {...block} />;
    case "list":
      return block.items.length === 0 ? (
        <p className="desk-none">{block.empty}</p>
      ) : (
        <ul className="desk-list stack">
          {block.items.map((item, index) => (
            <ItemView key={index} item={item} />
          ))}
        </ul>
      );
    case "story":
      return (
        <ol className="desk-story">
          {block.items.map((item, index) => (
            <StepView key={index} item={item} />
          ))}
        </ol>
      );
    case "points":
      return (
        <ul>
          {block.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      );
    case "form":
      return block.fold === undefined ? (
        <FormView form={block} />
      ) : (
        <details className="desk-fold">
          <summary>{block.fold}</summary>
          <FormView form={block} />
        </details>
      );
    case "links":
      return (
        <p className="desk-links links">
          {block.links.map(({ text, href }) => (
            <a key={href} href={href}>
              {text}
            </a>
          ))}
        </p>
      );
    case "chart":
      return <Chart {...block} />;
  }
}

function toneClass(tone: Tone = "plain"): string {
  return { plain: "", wait: "desk-wait", bad: "desk-bad", good: "desk-good" }[tone];
}

function CellView({ cell }: { cell: Cell }) {
  return typeof cell === "string" ? cell : <a href={cell.href}>{cell.text}</a>;
}

function Facts({ rows }: Pick<Extract<Block, { kind: "facts" }>, "rows">) {
  return (
    <dl className="desk-facts">
      {rows.map(([label, value]) =>
        value === undefined || value === "" || (Array.isArray(value) && value.length === 0) ? null : (
          <div key={label}>
            <dt className="note">{label}</dt>
            {(Array.isArray(value) ? (value as readonly Cell[]) : [value as Cell]).map((cell, index) => (
              <dd key={index}>
                <CellView cell={cell} />
              </dd>
            ))}
          </div>
        ),
      )}
    </dl>
  );
}

/** A table; on a phone each row is a block, and each cell says its column. */
function Table({
  caption,
  head,
  rows,
  numeric = [],
  strong,
  isCompact = false,
}: Omit<Extract<Block, { kind: "table" }>, "kind">) {
  const look = (column: number) => (numeric.includes(column) ? "desk-number" : undefined);
  return (
    <table className={isCompact ? "desk-table desk-compact" : "desk-table"}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {head.map((label, column) => (
            <th key={label} scope="col" className={look(column)}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, line) => (
          <tr key={line} className={line === strong ? "desk-strong" : undefined}>
            {row.map((cell, column) =>
              column === 0 ? (
                <th key={head[column]} scope="row">
                  <CellView cell={cell} />
                </th>
              ) : (
                <td key={head[column]} className={look(column)} data-label={head[column]}>
                  <CellView cell={cell} />
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ItemView({ item: { title, said, lines, aside, tone } }: { item: Item }) {
  return (
    <li className={`desk-item ${toneClass(tone)}`}>
      <p className="desk-item-head">
        <b>
          <CellView cell={title} />
        </b>
        {aside === undefined ? null : (
          <span className="desk-number">
            <CellView cell={aside} />
          </span>
        )}
      </p>
      {said === undefined ? null : <p className="desk-said">{said}</p>}
      {lines.map((line, index) => (
        <p key={index} className="note">
          <CellView cell={line} />
        </p>
      ))}
    </li>
  );
}

function StepView({ item: { title, lines, tone } }: { item: Item }) {
  return (
    <li className={toneClass(tone) || undefined}>
      <p>
        <CellView cell={title} />
      </p>
      {lines.map((line, index) => (
        <p key={index} className="note">
          <CellView cell={line} />
        </p>
      ))}
    </li>
  );
}

/** Red is only for what cannot be undone. */
const LOOKS = { final: "", strong: "button-navy", quiet: "button-quiet" } as const satisfies Record<
  NonNullable<Form["look"]>,
  string
>;

function FormView({ form: { action, method, hidden = {}, fields, button, look = "quiet" } }: { form: Form }) {
  return (
    <form className="desk-form stack" action={action} method={method}>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {fields.map((field) => (
        <FieldView key={field.name} field={field} scope={action} />
      ))}
      <button className={`button button-small ${LOOKS[look]}`} type="submit">
        {button}
      </button>
    </form>
  );
}

/** `scope`: where the form is sent, because several forms of a screen may have a field of one name. */
function FieldView({ field, scope }: { field: Field; scope: string }) {
  const id = `${scope.split("/").at(-1) ?? ""}-${field.name}`;
  const { name, label, hint, value } = field;
  const describedBy = hint === undefined ? undefined : `${id}-uitleg`;
  if (field.kind === "tick")
    return (
      <label className="form-choice">
        <input type="checkbox" name={name} value="ja" required={field.isOptional !== true} />
        <span>{label}</span>
      </label>
    );
  const given = { id, name, defaultValue: value };
  const isRequired = field.required === true;
  return (
    <div className="form-field">
      <label htmlFor={id}>{label}</label>
      {hint === undefined ? null : (
        <p className="form-hint" id={describedBy}>
          {hint}
        </p>
      )}
      {field.kind === "choice" ? (
        <select {...given} required={isRequired} aria-describedby={describedBy}>
          {field.options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      ) : field.kind === "lines" ? (
        <textarea {...given} rows={3} required={isRequired} aria-describedby={describedBy} />
      ) : (
        <input
          {...given}
          type={field.kind}
          required={isRequired}
          autoComplete="off"
          aria-describedby={describedBy}
          {...(field.kind === "date" ? { min: field.first, max: field.last } : {})}
        />
      )}
    </div>
  );
}

/** Height of the chart and width of a bar with its gap, in units of its picture. */
const CHART = { height: 100, step: 24, bar: 16 } as const;

/** Bars without numbers; the table below them has the same as text. */
function Chart({ title, most, bars }: { title: string; most: string; bars: readonly Bar[] }) {
  const highest = Math.max(1, ...bars.map(({ value }) => value));
  const heightOf = (value: number) => (value / highest) * (CHART.height - 4);
  return (
    <figure className="desk-chart">
      <svg viewBox={`0 0 ${bars.length * CHART.step} ${CHART.height}`} aria-hidden="true" focusable="false">
        <path d={`M0 ${CHART.height - 0.5}H${bars.length * CHART.step}`} className="desk-axis" />
        {bars.map(({ label, value }, index) => (
          <rect
            key={label}
            x={index * CHART.step + (CHART.step - CHART.bar) / 2}
            y={CHART.height - heightOf(value)}
            width={CHART.bar}
            height={heightOf(value)}
            rx="2"
          />
        ))}
      </svg>
      <figcaption>
        <p className="desk-chart-ends note">
          <span>{bars[0]?.label}</span>
          <span>{most}</span>
          <span>{bars.at(-1)?.label}</span>
        </p>
        <details>
          <summary>{title}</summary>
          <ul className="desk-bars">
            {bars.map(({ label, text }) => (
              <li key={label}>
                <span>{label}</span> <span className="desk-number">{text}</span>
              </li>
            ))}
          </ul>
        </details>
      </figcaption>
    </figure>
  );
}
