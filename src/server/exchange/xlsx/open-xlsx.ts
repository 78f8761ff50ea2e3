import * as XLSX from '@e965/xlsx'
import { AppError } from '#base/app-error.ts'
import { findHeader } from '../find-header.ts'
import type { Portion, RowStream } from '../row-stream.ts'
import type { Cell } from '../table.ts'
import { numberCell } from './number-cell.ts'
import { sheetRows, textsOf, unescapeXml } from './sheet-rows.ts'
import { elementsNamed, insideOf, tagsNamed } from './scan-xml.ts'
import { entryText, zipEntries } from './zip-entries.ts'

type Entries = Awaited<ReturnType<typeof zipEntries>>

/** Letters of the parts that are read whole, and of all texts that cells share. */
const largestPart = 8_000_000
const mostShared = 48_000_000

async function wholePart(path: string, entries: Entries, name: string): Promise<string> {
  const entry = entries.get(name.toLowerCase())
  if (!entry) return ''
  let text = ''
  for await (const piece of entryText(path, entry)) {
    text += piece
    if (text.length > largestPart)
      throw new AppError('too_large', 'The workbook has too many styles or sheets.')
  }
  return text
}

const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`(?:^|\\s)(?:\\w+:)?${name}="([^"]*)"`).exec(tag)?.[1]
  return found === undefined ? undefined : unescapeXml(found)
}

async function sheetsOf(path: string, entries: Entries) {
  const book = await wholePart(path, entries, 'xl/workbook.xml')
  if (book === '') throw new AppError('invalid', 'The file is no workbook.')
  const links = await wholePart(path, entries, 'xl/_rels/workbook.xml.rels')
  const targets = new Map(
    tagsNamed(links, 'Relationship').map((tag) => [attribute(tag, 'Id'), attribute(tag, 'Target') ?? '']),
  )
  const sheets = tagsNamed(book, 'sheet').map((tag) => ({
    name: attribute(tag, 'name') ?? '',
    target: targets.get(attribute(tag, 'id')) ?? '',
  }))
  const early = /date1904="(1|true)"/.test(book)
  return { sheets, early }
}

/** The number format of each style, by its place. */
function formatsOf(styles: string): (string | undefined)[] {
  const own = new Map(
    tagsNamed(styles, 'numFmt').map((tag) => [
      Number(attribute(tag, 'numFmtId')),
      attribute(tag, 'formatCode') ?? '',
    ]),
  )
  const builtIn = XLSX.SSF.get_table() as Record<number, string | undefined>
  return tagsNamed(insideOf(styles, 'cellXfs') ?? '', 'xf').map((tag) => {
    const id = Number(attribute(tag, 'numFmtId') ?? 0)
    return own.get(id) ?? builtIn[id]
  })
}

async function sharedTexts(path: string, entries: Entries): Promise<string[]> {
  const entry = entries.get('xl/sharedstrings.xml')
  const texts: string[] = []
  if (!entry) return texts
  let letters = 0
  let rest = ''
  for await (const piece of entryText(path, entry)) {
    rest += piece
    let end = 0
    for (const found of elementsNamed(rest, 'si')) {
      const text = textsOf(found.inside)
      texts.push(text)
      letters += text.length
      end = found.end
    }
    rest = rest.slice(end)
    if (letters > mostShared || rest.length > largestPart)
      throw new AppError('too_large', 'The workbook has too many different texts. Save it as CSV.')
  }
  return texts
}

/**
 * Opens one sheet of a workbook (the first, unless named) row by row: in memory are the texts that cells share, at most 48
 * million letters, and one row. Formulas count as their last value. Throws `invalid` for a sheet that is not there.
 */
export async function openXlsx(path: string, sheet?: string): Promise<RowStream> {
  const entries = await zipEntries(path)
  const { sheets, early } = await sheetsOf(path, entries)
  const chosen = sheet === undefined ? sheets[0] : sheets.find(({ name }) => name === sheet)
  const target = chosen?.target.replace(/^\/?(xl\/)?/, 'xl/') ?? ''
  const entry = entries.get(target.toLowerCase())
  if (!chosen || !entry) throw new AppError('invalid', 'There is no such sheet in the workbook.')
  const formats = formatsOf(await wholePart(path, entries, 'xl/styles.xml'))
  const shared = await sharedTexts(path, entries)
  const toCell = (type: string, style: number, value: string): Cell => {
    if (type === 's') return shared[Number(value)] ?? null
    if (type === 'b') return value === '1' || value === 'true'
    if (type === 'e') return null
    if (type !== 'n') return value
    const number = Number(value)
    return Number.isFinite(number) ? numberCell(number, formats[style], early) : null
  }
  const rows = async function* (): AsyncGenerator<Portion> {
    yield* sheetRows(entryText(path, entry), toCell)
  }
  const { headers, below } = await findHeader(rows())
  return {
    head: { format: 'xlsx', headers, sheets: sheets.map(({ name }) => name), sheet: chosen.name },
    portions: below,
  }
}
