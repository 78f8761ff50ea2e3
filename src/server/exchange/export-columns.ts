import { isDecimalText } from '#base/decimal.ts'
import type { FieldInfo } from '#kernel/models/field-info.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { namingFields } from '../imports/resolve-links.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { SheetCell } from './xlsx/write-xlsx.ts'

/** One column of an exported file. */
export interface ExportColumn {
  header: string
  /** What to ask for: the field, or for links the name of what they lead to. */
  path: string
  info: FieldInfo
}

/** A path and the field at its end, as this reader may see it; null leaves the refusal to the question. */
function fieldAt(context: RecordContext, model: ModelInfo, path: string): FieldInfo | null {
  let at: ModelInfo | undefined = model
  let found: FieldInfo | undefined
  for (const key of path.split('.')) {
    found = at && context.access.readable(at).get(key)
    at = found?.target ? context.workspace.models.get(found.target) : undefined
  }
  return found ?? null
}

/**
 * The columns of an export: the fields asked for, else the readable ones the model declares. Links to one record are
 * written as the name that an import finds them by, lists of links as ids.
 */
export function exportColumns(
  context: RecordContext,
  model: ModelInfo,
  asked: readonly string[] | undefined,
): ExportColumn[] {
  const paths =
    asked ??
    [...context.access.readable(model).values()]
      .filter(({ system }) => !system || model.kind === 'table')
      .map(({ key }) => key)
  const used = new Set<string>()
  return paths.map((path) => {
    const info = fieldAt(context, model, path) ?? {
      key: path,
      label: path,
      type: 'text' as const,
      kind: 'text' as const,
      target: null,
    }
    const label = path.includes('.') ? path : info.label
    const header = used.has(label) ? path : label
    used.add(header)
    const target =
      info.target !== null && info.kind === 'id' && model.kind === 'objects'
        ? context.workspace.models.get(info.target)
        : undefined
    const name = target && context.access.can(target, 'read') ? namingFields(context, target)[0] : undefined
    return { header, path: name === undefined ? path : `${path}.${name}`, info: info as FieldInfo }
  })
}

const partText = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string')
    return value.name
  return JSON.stringify(value)
}

/** A value as the text of a cell; null when it is empty. */
export function cellTextOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return (value as unknown[]).map((part) => partText(part)).join('; ')
  return JSON.stringify(value)
}

const numeric = new Set(['number', 'decimal'])

/** Whether a cell may be written without looking at it: numbers, dates, yes and no start no formula. */
export const isPlainCell = ({ info }: ExportColumn, text: string): boolean =>
  (numeric.has(info.kind) && isDecimalText(text)) ||
  info.kind === 'boolean' ||
  /^\d{4}-\d{2}-\d{2}/.test(text)

/** A value as a cell of a workbook: numbers and days as such, everything else as text, which is never a formula. */
export function sheetCell({ info }: ExportColumn, value: unknown): SheetCell {
  const text = cellTextOf(value)
  if (text === null) return null
  if (numeric.has(info.kind) && isDecimalText(text)) return { number: text }
  if (info.kind === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(text)) return { date: text }
  if (typeof value === 'boolean') return { boolean: value }
  return { text }
}
