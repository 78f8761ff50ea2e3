import { strToU8, Zip, ZipDeflate } from 'fflate'
import type { WallTime } from '#base/wall-time.ts'
import type { MomentCell } from '../moment-cell.ts'
import { escapeXml } from './escape-xml.ts'

/**
 * Text is always text (never a formula); a number is written as its decimal text; a date as its day; a moment as what clocks
 * show; a duration in seconds as the share of a day that spreadsheets count in.
 */
export type SheetCell =
  | { text: string }
  | { number: string }
  | { date: string }
  | MomentCell
  | { boolean: boolean }
  | { duration: number }
  | null

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const application = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const fixedParts = (sheetName: string): Record<string, string> => ({
  '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${application}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${application}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${application}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escapeXml(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  // Style 1: a day; style 2: the bold header; style 3: hours beyond a day; style 4: a moment.
  'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="[h]:mm:ss"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd hh:mm"/></numFmts><fonts count="2"><font/><font><b/></font></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="166" applyNumberFormat="1"/></cellXfs></styleSheet>`,
})

/** Days since 1899-12-30, as spreadsheets count; null before 1900-03-01, where they disagree with the calendar. */
function serialOf(day: string): number | null {
  const serial = Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000) + 25_569
  return serial >= 61 ? serial : null
}

const shareOfDay = ({ hour, minute, second, millisecond }: WallTime): number =>
  (((hour * 60 + minute) * 60 + second) * 1000 + millisecond) / 86_400_000

const textCell = (text: string, style = ''): string =>
  `<c t="inlineStr"${style}><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`

function cellXml(cell: SheetCell): string {
  if (cell === null) return '<c/>'
  if ('boolean' in cell) return `<c t="b"><v>${cell.boolean ? 1 : 0}</v></c>`
  if ('date' in cell) {
    const serial = serialOf(cell.date)
    return serial === null ? textCell(cell.date) : `<c s="1"><v>${serial}</v></c>`
  }
  if ('moment' in cell) {
    const serial = serialOf(cell.moment.day)
    return serial === null ? textCell(cell.zoned) : `<c s="4"><v>${serial + shareOfDay(cell.moment)}</v></c>`
  }
  if ('duration' in cell) return `<c s="3"><v>${cell.duration / 86_400}</v></c>`
  // A spreadsheet keeps 15 digits; longer numbers stay exact as text.
  if ('number' in cell && cell.number.replaceAll(/[-.]/g, '').replace(/^0+/, '').length <= 15)
    return `<c><v>${cell.number}</v></c>`
  return textCell('number' in cell ? cell.number : cell.text)
}

/**
 * Writes a workbook of one sheet row by row: nothing but the current chunk is in memory. `rows` yields cells in the
 * order of `headers`; the result yields the bytes of the file.
 */
export async function* writeXlsx(
  sheetName: string,
  headers: readonly string[],
  rows: AsyncIterable<readonly SheetCell[]>,
): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(chunk)
  })
  for (const [name, xml] of Object.entries(fixedParts(sheetName))) {
    const part = new ZipDeflate(name, { level: 6 })
    zip.add(part)
    part.push(strToU8(head + xml), true)
  }
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 6 })
  zip.add(sheet)
  const title = headers.map((header) => textCell(header, ' s="2"')).join('')
  sheet.push(strToU8(`${head}<worksheet xmlns="${main}"><sheetData><row>${title}</row>`))
  let text = ''
  for await (const row of rows) {
    text += `<row>${row.map((cell) => cellXml(cell)).join('')}</row>`
    if (text.length < 65_536) continue
    sheet.push(strToU8(text))
    text = ''
    yield* ready
    ready = []
  }
  sheet.push(strToU8(`${text}</sheetData></worksheet>`), true)
  zip.end()
  yield* ready
}
