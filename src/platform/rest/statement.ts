/** A statement in the making: its values leave the text as `$1`, `$2`. */
export class Statement {
  readonly values: unknown[] = []

  bind(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

/** A name in a statement. Names come from the catalogue only; the quotes are the second lock. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`
