export type MetaCopy = { title: string; description: string };
