import { must } from '#base/assert.ts'
import { durationText } from '#contracts/duration.ts'
import { isReasons } from '#contracts/reason.ts'
import type { FieldInfo } from '#kernel/models/field-info.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { namingFields } from '../imports/resolve-links.ts'
import { shownNames } from '../names/shown-names.ts'
import { wordsOf } from '../names/words-of.ts'
import type { RecordContext } from '../records/record-context.ts'
import { englishReasons } from '../transfers/reasons-of.ts'
import { fieldCells } from './field-cells.ts'
import type { SheetCell } from './xlsx/write-xlsx.ts'

/** One column of an exported file. */
export interface ExportColumn {
  header: string
  /** What to ask for: the field, or for links the name of what they lead to. */
  path: string
  info: FieldInfo
  /** For a list of links: which records it leads to, and the fields an import finds them by, most exact first. */
  names?: { of: ModelInfo; by: readonly string[] } | undefined
  /** What this reader sees of names that the product has in several languages, by what is kept. */
  seen?: Readonly<Record<string, string>> | undefined
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
 * The columns of an export: the fields asked for, else the readable ones the model declares. Links are written as the name
 * that an import finds them by. What the system keeps is headed and named in the
 * reader's language, as its lists are; records keep the words that an import knows.
 */
export async function exportColumns(
  context: RecordContext,
  model: ModelInfo,
  asked: readonly string[] | undefined,
): Promise<ExportColumn[]> {
  const names = await shownNames(context, [model.key])
  const say = await wordsOf(model.kind === 'table' ? (context.caller.language ?? 'en') : 'en')
  const paths =
    asked ??
    [...context.access.readable(model).values()]
      .filter(({ system }) => !system || model.kind === 'table')
      .map(({ key }) => key)
  // Choices keep the words that programs compare them by.
  const namesIn = (info: FieldInfo): Pick<ExportColumn, 'seen'> => ({
    seen: info.type === 'text' ? names?.of(model, info)?.seen : undefined,
  })
  const used = new Set<string>()
  return paths.map((path) => {
    const info = fieldAt(context, model, path) ?? {
      key: path,
      label: path,
      type: 'text' as const,
      kind: 'text' as const,
      target: null,
    }
    const label = path.includes('.') ? path : say(info.label)
    const header = used.has(label) ? path : label
    used.add(header)
    const target =
      info.target !== null && (info.kind === 'id' || info.kind === 'list') && model.kind === 'objects'
        ? context.workspace.models.get(info.target)
        : undefined
    const by = target && context.access.can(target, 'read') ? namingFields(context, target) : []
    const [name] = by
    return {
      header,
      path: name === undefined || info.kind === 'list' ? path : `${path}.${name}`,
      ...(name !== undefined && info.kind === 'list' && { names: { of: must(target), by } }),
      info: info as FieldInfo,
      ...namesIn(info as FieldInfo),
    }
  })
}

/**
 * A value as a cell of a workbook: numbers, days and moments (as clocks show them in `zone`) as such, everything else as text,
 * which is never a formula.
 */
export function sheetCell({ info, path, seen }: ExportColumn, value: unknown, zone: string): SheetCell {
  if (value === null || value === undefined) return null
  // The column of a link holds the name of what it leads to.
  const named = info.kind === 'id' && path.includes('.')
  if (named) return { text: String(value) }
  // Why a step of a run failed, as people are told it and not as it is kept.
  if (info.system && isReasons(value)) return { text: englishReasons(value) }
  return fieldCells[info.type].write(typeof value === 'string' ? (seen?.[value] ?? value) : value, zone)
}

/**
 * A value as the text of a CSV cell; `plain` when it needs no look at what it begins with: numbers, days, moments (with the
 * offset of `zone`), yes and no.
 */
export function csvText(
  column: ExportColumn,
  value: unknown,
  zone: string,
): { text: string | null; plain: boolean } {
  const cell = sheetCell(column, value, zone)
  if (cell === null) return { text: null, plain: true }
  if ('text' in cell) return { text: cell.text, plain: false }
  if ('boolean' in cell) return { text: String(cell.boolean), plain: true }
  if ('duration' in cell) return { text: durationText(cell.duration), plain: true }
  if ('moment' in cell) return { text: cell.zoned, plain: true }
  return { text: 'number' in cell ? cell.number : cell.date, plain: true }
}
