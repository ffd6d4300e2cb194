import { readFileSync } from "node:fs";
import { EXAM_FACTS } from "../../src/courses/exam-facts-copy.ts";
import { COURSES, type CourseId } from "../../src/shared/courses.ts";
import { escapeHtml } from "../../src/shared/html.ts";
import { BRAND } from "../../src/ui/site-copy.ts";
import { type Chapter, COURSE_CONTENT, type CourseContent, type Question } from "./course-screen-content.ts";
import { drawing } from "./drawing.ts";
import { FIGTREE_FONT_FACE } from "./figtree.ts";

/** The two screens of the learning environment that are pictured. */
export const COURSE_VIEWS = ["overview", "question"] as const;
export type CourseView = (typeof COURSE_VIEWS)[number];

/** The shop's own looks, and what only these screens have. */
const STYLES = ["../../client/tokens.css", "../../client/base.css", "../../client/objects.css", "./course-screen.css"]
  .map((path) => readFileSync(new URL(path, import.meta.url), "utf8"))
  .join("");

const BRAND_MARK = drawing("inline/logo");
const CONE = drawing("inline/green-cone");
const CAN = drawing("inline/red-can");
const ARROW = `<svg viewBox="0 0 18 18" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M3 9h12M10 4l5 5-5 5"/></svg>`;

/**
 * A screen of the stand-in learning environment as one self-contained HTML document (styles, font and drawings inside).
 * The overview fills 1280 by 800 CSS pixels exactly; a single column below 768 pixels.
 */
export function courseScreenHtml(course: CourseId, view: CourseView): string {
  const content = COURSE_CONTENT[course];
  const body = view === "overview" ? overview(content) : practice(content);
  return `<!doctype html>
<html lang="nl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(COURSES[course].name)} | cursusomgeving</title>
<style>${STYLES}${FIGTREE_FONT_FACE}</style>
</head>
<body>
<header class="bar">
<span class="brand">${BRAND_MARK}${BRAND}</span>
<nav class="tabs" aria-label="Cursus">${tab("Lesstof", view === "overview")}${tab("Oefenvragen", view === "question")}</nav>
<span class="course">${escapeHtml(COURSES[course].name)}</span>
</header>
${body}
</body>
</html>
`;
}

function tab(label: string, current: boolean): string {
  return `<a${current ? ' aria-current="page"' : ""}>${label}</a>`;
}

function overview(content: CourseContent): string {
  const current = content.chapters.findIndex((chapter) => chapter.done < chapter.topics.length);
  const chapter = content.chapters[current];
  if (chapter === undefined) throw new Error("A pictured course has a chapter that is not finished yet");
  const position = `Onderwerp ${chapter.done + 1} van ${chapter.topics.length}`;
  const time = content.topicTime === undefined ? "" : `<br>ongeveer ${content.topicTime}`;
  const topics = content.chapters.reduce((sum, { topics }) => sum + topics.length, 0);
  const done = content.chapters.reduce((sum, { done }) => sum + done, 0);
  return `<main class="overview">
<div class="now">
<section class="card card-raised resume">
<div class="drawing">${drawing(content.drawing)}</div>
<div class="resume-text">
<p class="topic">Verder waar je was</p>
<h1>${escapeHtml(chapter.topics[chapter.done] ?? "")}</h1>
<div class="resume-action"><span class="note">${position}${time}</span><a class="button button-small">Ga verder ${ARROW}</a></div>
</div>
</section>
<div class="figures">
<section class="card card-raised figure">
<p class="figure-label">${content.left.label}</p>
<p class="figure-value">${content.left.figure} <small>${content.left.unit}</small></p>
<p class="note">${content.left.note}</p>
</section>
<section class="card card-raised figure">
<p class="figure-label">Oefenvragen goed</p>
<p class="figure-value">${content.score}<small>%</small></p>
<p class="note">Examenklaar: ${EXAM_FACTS.practiceTarget}</p>
</section>
</div>
</div>
<section class="card card-raised route">
<div class="route-head"><h2>Jouw route</h2><span class="note">${done} van ${topics} klaar</span></div>
<ol class="chapters">${content.chapters.map((each, index) => chapterRow(each, index, index === current)).join("")}</ol>
</section>
</main>`;
}

function chapterRow(chapter: Chapter, index: number, current: boolean): string {
  const total = chapter.topics.length;
  const finished = chapter.done === total;
  const state = finished ? " is-done" : current ? " is-current" : "";
  return `<li class="chapter${state}">
<span class="waypoint">${finished ? CONE : index + 1}</span>
<div>
<div class="chapter-line"><span class="chapter-name">${escapeHtml(chapter.name)}</span><span class="chapter-count">${chapter.done} van ${total}</span></div>
${progressBar(chapter.done / total)}
</div>
</li>`;
}

function progressBar(share: number): string {
  const filled =
    share === 0 ? "" : `<rect width="${Math.round(share * 400)}" height="8" rx="4" fill="var(--starboard)"/>`;
  return `<svg class="progress" viewBox="0 0 400 8" preserveAspectRatio="none" aria-hidden="true"><rect width="400" height="8" rx="4" fill="#dfe8ef"/>${filled}</svg>`;
}

function practice(content: CourseContent): string {
  const { question } = content;
  return `<main class="practice">
<div class="set">
<span class="set-topic">${escapeHtml(question.topic)}</span>
<div class="set-progress"><span>Vraag ${question.answered.length + 1} van ${question.total}</span><ul class="marks">${marks(question)}</ul></div>
</div>
<section class="question">
<div class="card card-raised drawing">${drawing(question.drawing)}</div>
<div>
<h1>${escapeHtml(question.text)}</h1>
<ol class="options">${question.options.map((option, index) => optionRow(option, index, index === question.right)).join("")}</ol>
</div>
</section>
<section class="card card-raised explanation">
<div><h2>Uitleg</h2><p>${escapeHtml(question.explanation)}</p><span class="source">Bron: <b>${escapeHtml(question.source)}</b></span></div>
<a class="button button-small">Volgende vraag ${ARROW}</a>
</section>
</main>`;
}

/** A list item for each question: cone or can if it is answered (this one is answered right), else a dot. */
function marks(question: Question): string {
  const results = [...question.answered, true].map((right) => `<li>${right ? CONE : CAN}</li>`);
  const ahead = Array.from({ length: question.total - results.length }, () => '<li class="todo"></li>');
  return [...results, ...ahead].join("");
}

function optionRow(text: string, index: number, right: boolean): string {
  const letter = "ABCD".charAt(index);
  return right
    ? `<li class="option is-right"><span class="option-letter">${CONE}</span>${escapeHtml(text)}<span class="verdict">Goed!</span></li>`
    : `<li class="option"><span class="option-letter">${letter}</span>${escapeHtml(text)}</li>`;
}
