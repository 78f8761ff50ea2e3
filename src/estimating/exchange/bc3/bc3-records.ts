import type { ResourceType } from '../../estimate-document.ts'

/** What kind of resource a concept is, as ~C writes it. */
export const conceptTypes: Readonly<Record<ResourceType, string>> = {
  labour: '1',
  equipment: '2',
  material: '3',
  subcontract: '0',
  other: '0',
}

/** @example record('C', 'MO01', 'h') // '~C|MO01|h|' */
export const record = (kind: string, ...fields: readonly string[]): string => `~${kind}|${fields.join('|')}|`

/** ~D: what a concept is made of, each part as `code\factor\yield`. */
export const partsRecord = (code: string, parts: readonly string[]): string =>
  record('D', code, parts.map((part) => `${part}\\`).join(''))

/** Text without what divides records, fields and their parts. */
export const text = (given: string): string => given.replaceAll(/[~|]/g, '-').replaceAll('\\', '/')

/** The same in one line. */
export const word = (given: string): string => text(given).replaceAll(/\s+/g, ' ').trim()

/** Codes that nothing else has. */
export class Bc3Codes {
  readonly #taken = new Set<string>()

  take(start: string, wanted?: string): string {
    const plain = wanted?.replaceAll(/[^0-9A-Za-z._-]/g, '').slice(0, 16) ?? ''
    let code = plain === '' ? `${start}${String(this.#taken.size + 1).padStart(5, '0')}` : plain
    while (this.#taken.has(code)) code = `${plain || start}-${this.#taken.size + 1}`
    this.#taken.add(code)
    return code
  }
}
