/** The first line of a mail; "" greets nobody by name. */
export function greet(name: string): string {
  return name === "" ? "Hallo," : `Hallo ${name},`;
}
