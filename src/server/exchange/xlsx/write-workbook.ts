import { strToU8, zipSync } from 'fflate'
import { escapeXml } from './escape-xml.ts'
import type { CellStyle, Sheet, SheetRow, WorkbookCell } from './workbook.ts'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const application = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

// Font, number format and edge of each style, in the order of `cellXfs`.
const styles: Readonly<Record<CellStyle, string>> = {
  plain: '<xf applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>',
  head: '<xf fontId="1" borderId="1" applyFont="1" applyBorder="1"/>',
  section: '<xf fontId="1" applyFont="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>',
  quantity: '<xf numFmtId="164" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top"/></xf>',
  rate: '<xf numFmtId="165" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top"/></xf>',
  money: '<xf numFmtId="4" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top"/></xf>',
  sum: '<xf numFmtId="4" fontId="1" borderId="1" applyNumberFormat="1" applyFont="1" applyBorder="1"/>',
  quiet: '<xf fontId="2" applyFont="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>',
  percent: '<xf numFmtId="166" applyNumberFormat="1"/>',
}
const styleIndex = new Map(Object.keys(styles).map((name, at) => [name, at]))

const styleSheet = `<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="164" formatCode="#,##0.###"/><numFmt numFmtId="165" formatCode="#,##0.00####"/><numFmt numFmtId="166" formatCode="0.##&quot; %&quot;"/></numFmts><fonts count="3"><font/><font><b/></font><font><color rgb="FF6B7280"/></font></fonts><fills count="1"><fill/></fills><borders count="2"><border/><border><left/><right/><top/><bottom style="thin"><color rgb="FF9CA3AF"/></bottom></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${styleIndex.size}">${Object.values(styles).join('')}</cellXfs></styleSheet>`

/**
 * Writes a workbook of several sheets. Text is always text, whatever it begins with. The same sheets give the same bytes.
 * @example writeWorkbook([{ name: 'Lines', widths: [10], rows: [], frozen: 1 }])
 */
export function writeWorkbook(sheets: readonly Sheet[]): Uint8Array {
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${application}.sheet.main+xml"/>${sheets.map((_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${application}.worksheet+xml"/>`).join('')}<Override PartName="/xl/styles.xml" ContentType="${application}.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets.map(({ name }, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets><calcPr fullCalcOnLoad="1"/></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships">${sheets.map((_, at) => `<Relationship Id="rId${at + 1}" Type="${office}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}<Relationship Id="rId${sheets.length + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': styleSheet,
  }
  for (const [at, sheet] of sheets.entries()) parts[`xl/worksheets/sheet${at + 1}.xml`] = sheetXml(sheet)
  const bytes = Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(head + xml)]))
  return zipSync(bytes, { level: 6, mtime: new Date('2000-01-01T00:00:00') })
}

function sheetXml({ widths, rows, frozen, hidden = [] }: Sheet): string {
  const columns = widths.map(
    (width, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"${hidden.includes(at) ? ' hidden="1"' : ''}/>`,
  )
  const view =
    frozen > 0
      ? `<sheetViews><sheetView workbookViewId="0"><pane ySplit="${frozen}" topLeftCell="A${frozen + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`
      : ''
  return `<worksheet xmlns="${main}"><sheetPr><outlinePr summaryBelow="0"/></sheetPr>${view}<cols>${columns.join('')}</cols><sheetData>${rows.map(rowXml).join('')}</sheetData></worksheet>`
}

function rowXml({ cells, level = 0 }: SheetRow, at: number): string {
  const outline = level > 0 ? ` outlineLevel="${Math.min(level, 7)}"` : ''
  const written = cells.map((cell, column) => (cell ? cellXml(cell, `${columnName(column)}${at + 1}`) : ''))
  return `<row r="${at + 1}"${outline}>${written.join('')}</row>`
}

function cellXml({ value, style = 'plain', formula }: WorkbookCell, place: string): string {
  const where = `r="${place}" s="${styleIndex.get(style) ?? 0}"`
  const reckoned = formula === undefined ? '' : `<f>${escapeXml(formula)}</f>`
  // A spreadsheet keeps 15 digits; longer numbers stay exact as text.
  if ('number' in value && value.number.replaceAll(/[-.]/g, '').replace(/^0+/, '').length <= 15)
    return `<c ${where}>${reckoned}<v>${value.number}</v></c>`
  const text = 'number' in value ? value.number : 'text' in value ? value.text : ''
  return `<c ${where} t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`
}

/** @example columnName(27) // 'AB' */
export const columnName = (at: number): string =>
  at < 26
    ? String.fromCharCode(65 + at)
    : columnName(Math.floor(at / 26) - 1) + String.fromCharCode(65 + (at % 26))
