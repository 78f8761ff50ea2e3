import * as ifc from 'web-ifc'
import { refOf, refsOf } from './ifc-lines.ts'
import type { StepFile } from './step-file.ts'

/**
 * Elements that look the same as one before them but for where they stand, each with the first that looks so. The parser works
 * out every element anew, also the two hundred beams that have the same holes. `elements` in the order in which they are read.
 */
export function repeatedShapes(file: StepFile, elements: readonly number[]): Map<number, number> {
  const looks = new Looks(file)
  const firsts = new Map<string, number>()
  const repeated = new Map<number, number>()
  for (const id of elements) {
    const look = looks.of(id)
    if (look === null) continue
    const first = firsts.get(look)
    if (first === undefined) firsts.set(look, id)
    else repeated.set(id, first)
  }
  return repeated
}

/** What a program writes anew for each element, and takes long to work out or to read: told apart by what they say. */
const byContent = new Set([ifc.IFCBOOLEANRESULT, ifc.IFCBOOLEANCLIPPINGRESULT, ifc.IFCMAPPEDITEM])
/** What holds many lines: the same only where it is the same line. */
const byId = new Set([
  ifc.IFCREPRESENTATIONMAP,
  ifc.IFCCLOSEDSHELL,
  ifc.IFCOPENSHELL,
  ifc.IFCPOLYGONALFACESET,
  ifc.IFCTRIANGULATEDFACESET,
  ifc.IFCADVANCEDBREP,
])
const mostLevels = 100

class Looks {
  readonly #cut: ReadonlySet<number>
  readonly #materials = new Map<number, number[]>()
  readonly #styles = new Map<number, number[]>()
  readonly #representations = new Map<number, string>()
  // Numbers that stand for what lines say, and that of each line.
  readonly #numbers = new Map<string, string>()
  readonly #contents = new Map<number, string>()

  constructor(private readonly file: StepFile) {
    this.#cut = cutElements(file)
    for (const { values } of file.linesOf(ifc.IFCRELASSOCIATESMATERIAL))
      for (const id of refsOf(values[4])) addTo(this.#materials, id, refOf(values[5]))
    for (const { values } of file.linesOf(ifc.IFCSTYLEDITEM))
      for (const style of refsOf(values[1])) addTo(this.#styles, refOf(values[0]), style)
  }

  /** Null for what has no shape, and for what openings are cut out of: they are places, too. */
  of(element: number): string | null {
    const shape = refOf(this.file.line(element)?.values[6])
    if (shape === null || this.#cut.has(element)) return null
    const parts = refsOf(this.file.line(shape)?.values[2]).map((id) => this.#representation(id))
    return [...parts, `materials ${this.#materials.get(element)?.join() ?? ''}`].join('; ')
  }

  #representation(id: number): string {
    const known = this.#representations.get(id)
    if (known !== undefined) return known
    const said = this.#said(id, (item) =>
      byContent.has(this.file.typeOf(item)) ? this.#content(item, 0) : `#${item}`,
    )
    this.#representations.set(id, said)
    return said
  }

  #content(id: number, level: number): string {
    const known = this.#contents.get(id)
    if (known !== undefined) return known
    const itself = `#${id}`
    // Lines that refer to each other in a circle end here.
    this.#contents.set(id, itself)
    const type = this.file.typeOf(id)
    if (type === 0 || byId.has(type) || level > mostLevels) return itself
    const said = `${type} ${this.#styles.get(id)?.join() ?? ''} ${this.#said(id, (other) => this.#content(other, level + 1))}`
    let number = this.#numbers.get(said)
    if (number === undefined) {
      number = `@${this.#numbers.size}`
      this.#numbers.set(said, number)
    }
    this.#contents.set(id, number)
    return number
  }

  /** A line as it is written, but for what stands for the lines it refers to. What texts say makes no shape. */
  #said(id: number, of: (other: number) => string): string {
    return this.file.textOf(id).replaceAll(/#\d+/g, (reference) => of(Number(reference.slice(1))))
  }
}

/** What has openings, and the parts of it, which have them, too. */
function cutElements(file: StepFile): Set<number> {
  const cut = new Set(file.linesOf(ifc.IFCRELVOIDSELEMENT).flatMap(({ values }) => refOf(values[4]) ?? []))
  const wholes = file.linesOf(ifc.IFCRELAGGREGATES)
  for (let before = -1; before < cut.size;) {
    before = cut.size
    for (const { values } of wholes)
      if (cut.has(refOf(values[4]) ?? 0)) for (const part of refsOf(values[5])) cut.add(part)
  }
  return cut
}

function addTo(lists: Map<number, number[]>, key: number | null, value: number | null): void {
  if (key === null || value === null) return
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
