import { lazy, type ComponentType } from 'react'
import type { FieldType } from '#contracts/field-types.ts'
import {
  AddressCell,
  BooleanCell,
  ColourCell,
  DurationCell,
  FileCell,
  IconCell,
  JsonCell,
  MoneyCell,
  MultiSelectCell,
  NumberCell,
  PercentCell,
  PersonCell,
  PictureCell,
  PlaceCell,
  PostalCell,
  RatingCell,
  RelationCell,
  SelectCell,
  SignatureCell,
  TextCell,
  TimeCell,
  type CellProps,
} from './cells.tsx'
import {
  drawDay,
  drawMoney,
  drawNumber,
  drawPercent,
  drawRelation,
  drawSelect,
  drawText,
  type DrawCell,
} from './draw-cells.tsx'
import type { allInputs } from './inputs/all-inputs.ts'
import type { InputProps } from './inputs/input-props.ts'

export interface FieldView {
  /** Shows a value in a line. */
  cell: ComponentType<CellProps>
  /** The same by a call, for lists that draw hundreds at once. Undefined, or answering undefined: take `cell`. */
  draw?: DrawCell
  /** Edits a value; loads when it is first drawn (`preloadInputs` starts that earlier). */
  input: ComponentType<InputProps>
}

let loaded: typeof allInputs | null = null

/** Starts loading the inputs: a list that can be edited calls it when it gets the focus. */
export async function preloadInputs(): Promise<typeof allInputs> {
  loaded = (await import('./inputs/all-inputs.ts')).allInputs
  return loaded
}

const names = new Map<ComponentType<InputProps>, keyof typeof allInputs>()

function input(name: keyof typeof allInputs): ComponentType<InputProps> {
  const late = lazy(async () => ({ default: (await preloadInputs())[name] }))
  names.set(late, name)
  return late
}

const text = input('text')
const number = input('number')
const relation = input('relation')
const file = input('file')

/** How each type of field looks and is edited: in grids, facts and forms alike. One that is missing does not compile. */
export const fieldViews = {
  text: { cell: TextCell, draw: drawText, input: text },
  long_text: { cell: TextCell, draw: drawText, input: input('longText') },
  markdown: { cell: TextCell, draw: drawText, input: input('markdown') },
  email: { cell: AddressCell, input: text },
  phone: { cell: AddressCell, input: text },
  url: { cell: AddressCell, input: text },
  number: { cell: NumberCell, draw: drawNumber, input: number },
  integer: { cell: NumberCell, draw: drawNumber, input: number },
  decimal: { cell: NumberCell, draw: drawNumber, input: number },
  percent: { cell: PercentCell, draw: drawPercent, input: number },
  money: { cell: MoneyCell, draw: drawMoney, input: input('money') },
  duration: { cell: DurationCell, input: input('duration') },
  rating: { cell: RatingCell, input: input('rating') },
  boolean: { cell: BooleanCell, input: input('boolean') },
  date: { cell: TimeCell, draw: drawDay, input: input('date') },
  datetime: { cell: TimeCell, input: input('datetime') },
  select: { cell: SelectCell, draw: drawSelect, input: input('select') },
  multi_select: { cell: MultiSelectCell, input: input('multiSelect') },
  status: { cell: SelectCell, draw: drawSelect, input: input('status') },
  colour: { cell: ColourCell, input: input('colour') },
  icon: { cell: IconCell, input: input('icon') },
  sequence: { cell: TextCell, draw: drawText, input: text },
  address: { cell: PostalCell, input: input('address') },
  geo_point: { cell: PlaceCell, input: input('place') },
  relation: { cell: RelationCell, draw: drawRelation, input: relation },
  user: { cell: PersonCell, input: relation },
  file: { cell: FileCell, input: file },
  image: { cell: PictureCell, input: file },
  signature: { cell: SignatureCell, input: input('signature') },
  json: { cell: JsonCell, input: input('json') },
} satisfies Record<FieldType, FieldView>

/** The look of a type. A type this version does not know is shown as text. */
export const fieldViewOf = (type: string): FieldView =>
  Object.hasOwn(fieldViews, type) ? fieldViews[type as FieldType] : fieldViews.text

/**
 * The input of a type: once the inputs are there it is drawn at once. A late one takes a moment when it is first drawn, and
 * what is typed in that moment would be lost.
 */
export function inputOf(type: string): ComponentType<InputProps> {
  const late = fieldViewOf(type).input
  const name = names.get(late)
  return (name && loaded?.[name]) ?? late
}
