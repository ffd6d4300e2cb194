/**
 * A small drawing that never changes, as one string. React writes every attribute in five chunks and every element in
 * two more: drawn as elements, the icons of a page cost its rendering more than its text.
 */
export function Drawn({ svg, className = "drawn" }: { svg: string; className?: string }) {
  return <span className={className} dangerouslySetInnerHTML={{ __html: svg }} />;
}
