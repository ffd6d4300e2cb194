/** What every form says of its errors. */
export const FORM_COPY = { errorTitle: "Fout: ", summary: "Controleer nog even:" } as const;

/** The title of a form's page: it begins with the error, so that a screen reader says that first. */
export function titleOfForm(title: string, isWrong: boolean): string {
  return isWrong ? FORM_COPY.errorTitle + title : title;
}
