import type { IfcAPI } from 'web-ifc'
import { decimal, decimalText, isDecimalText, roundHalfUp } from '#base/decimal.ts'
import { valueKinds, type Argument, type Line, type StepFile } from './step-file.ts'

/** What web-ifc knows of the classes of all schemas, whatever file is open. */
export type IfcClasses = Pick<IfcAPI, 'GetNameFromTypeCode' | 'IsIfcElement'>

/** The lines of a file, by their classes. What a line does not have is null, never an error; one that is not there has nothing. */
export class IfcLines {
  private readonly classNames = new Map<number, string>()
  private known: { type: number; name: string }[] | null = null

  constructor(
    private readonly file: StepFile,
    private readonly classes: IfcClasses,
  ) {}

  /** How many lines there are. */
  get size(): number {
    return this.file.size
  }

  line(id: number): Line {
    return this.file.line(id) ?? { id, type: 0, values: [] }
  }

  /** Express ids of the lines of exactly these types, in the order of the file. */
  idsOf(...types: number[]): number[] {
    return types.flatMap((type) => this.file.idsOf(type))
  }

  /** Several lines, those that are there. */
  linesWith(ids: readonly number[]): Line[] {
    return ids.flatMap((id) => this.file.line(id) ?? [])
  }

  linesOf(...types: number[]): Line[] {
    return this.linesWith(this.idsOf(...types))
  }

  /** `IfcWall` */
  className(type: number): string {
    const known = this.classNames.get(type)
    if (known !== undefined) return known
    const name = this.classes.GetNameFromTypeCode(type)
    this.classNames.set(type, name)
    return name
  }

  /** Types of the model, each with its name. */
  types(): { type: number; name: string }[] {
    this.known ??= this.file.types().map((type) => ({ type, name: this.className(type) }))
    return this.known
  }

  isElement(type: number): boolean {
    return this.classes.IsIfcElement(type)
  }
}

/** The text of a value, trimmed; null for none. */
export function textOf(argument: Argument | undefined): string | null {
  if (!argument || Array.isArray(argument) || argument.type === valueKinds.reference) return null
  const text = typeof argument.value === 'string' ? argument.value.trim() : ''
  return text === '' ? null : text
}

/** The express id a value refers to. */
export function refOf(argument: Argument | undefined): number | null {
  if (!argument || Array.isArray(argument) || argument.type !== valueKinds.reference) return null
  return typeof argument.value === 'number' && argument.value > 0 ? argument.value : null
}

/** The express ids a list refers to. */
export function refsOf(argument: Argument | undefined): number[] {
  if (!Array.isArray(argument)) return []
  return argument.flatMap((one) => refOf(one) ?? [])
}

/** A number as decimal text, exactly as the file has it (at most 18 places): `250.` → `250`. Null for anything else. */
export function numberOf(argument: Argument | undefined): string | null {
  if (!argument || Array.isArray(argument)) return null
  const { value } = argument
  const written = typeof value === 'number' ? String(value) : value
  if (typeof written !== 'string') return null
  // Nearly all are like this, and a file has a hundred thousand of them.
  const plain = /^(-?)0*(\d{1,20})\.?(\d{0,18}?)0*$/.exec(written)
  if (plain && plain[1] === '') return `${plain[2]}${plain[3] === '' ? '' : `.${plain[3]}`}`
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(written)) return null
  return plainDecimal(decimal(written.replace(/^\+/, '')))
}

/** As decimal text with at most 18 places; null when it is too long for one. */
export function plainDecimal(value: ReturnType<typeof decimal>): string | null {
  const text = decimalText(value)
  if (isDecimalText(text)) return text
  const rounded = decimalText(decimal(roundHalfUp(value, 18)))
  return isDecimalText(rounded) ? rounded : null
}
