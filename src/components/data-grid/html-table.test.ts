// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { readHtmlTable, writeHtmlTable } from './html-table.ts'

describe('the table on the clipboard', () => {
  it('[XS-01] writes words as words and numbers exactly, whatever they hold', () => {
    const html = writeHtmlTable([
      [
        { text: '=1+1 <b>"&"</b>', exact: null, words: true },
        { text: '1.234,50', exact: '1234.5', words: false },
      ],
      [
        { text: 'two\nlines', exact: null, words: true },
        { text: '', exact: null, words: false },
      ],
    ])
    expect(html).toContain(
      `<td style="mso-number-format:'\\@'">=1+1 &lt;b&gt;&quot;&amp;&quot;&lt;/b&gt;</td>`,
    )
    expect(html).toContain('<td x:num="1234.5">1.234,50</td>')
    expect(readHtmlTable(html)).toEqual([
      ['=1+1 <b>"&"</b>', '1.234,50'],
      ['two\nlines', ''],
    ])
  })

  it('reads a table of any page, and words without one as a single cell; scripts stay text nobody runs', () => {
    const page =
      '<!--StartFragment--><table><thead><tr><th>A</th></tr></thead><tr><td> 1 </td><td>x<br>y</td></tr></table>'
    expect(readHtmlTable(page)).toEqual([['A'], ['1', 'x\ny']])
    expect(readHtmlTable('<p>Concrete</p><img src=x onerror="window.broken = true">')).toEqual([['Concrete']])
    expect('broken' in window).toBe(false)
  })
})
