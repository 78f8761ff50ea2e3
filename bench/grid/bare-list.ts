/**
 * Runs in the page: puts the barest list there is in place of everything, as the limit of what the browser can do. Rows of
 * the benchmark's fields, made from their number, in elements that are filled anew while they scroll; two parts, of which
 * the left one stays in sight; text is put into the nodes by hand. No framework, no data to fetch, nothing to press.
 */
export function makeBareList({ rows }: { rows: number }): void {
  const trades = ['Concrete', 'Steel', 'Timber', 'Masonry', 'Roofing', 'Electrical', 'Plumbing', 'Painting']
  const cities = ['Leipzig', 'Graz', 'Winterthur', 'Bremen', 'Linz', 'Basel', 'Kassel', 'Ulm']
  const units = ['m', 'm²', 'm³', 'pcs', 't', 'h']
  const textsOf = (at: number): string[] => [
    '',
    `P-${String(at).padStart(7, '0')}`,
    `${trades[at % trades.length]} works, section ${at % 977}, position ${at}`,
    `${trades[(at * 7) % trades.length]}`,
    `${units[at % units.length]}`,
    `${(at * 37) % 5000}.${at % 10}00`,
    `€${(at * 13) % 900}.${String(at % 100).padStart(2, '0')}`,
    `${at % 100} %`,
    `${cities[(at * 3) % cities.length]}`,
    `${String(1 + (at % 28)).padStart(2, '0')}/${String(1 + (at % 12)).padStart(2, '0')}/2026`,
    at % 3 === 0 ? 'Yes' : 'No',
    `site${at % 500}@nordbau.test`,
    String(at % 1000),
    at % 4 === 0 ? 'Check against the drawing before ordering' : '',
    `A-${at % 300}`,
  ]
  const widths = [40, 160, 260, 160, 160, 128, 128, 128, 160, 120, 96, 200, 128, 160, 160]
  const cut = new Set([2, 3, 4, 13])
  const numbers = new Set([5, 6, 7, 12])
  const parts = [
    [0, 3],
    [3, 15],
  ] as const
  const height = 32
  const places = 48
  const box = document.querySelector('[role="grid"]')?.getBoundingClientRect()
  document.body.replaceChildren()
  const style = document.createElement('style')
  style.textContent = `
    [data-bare-list] { position: fixed; overflow: auto; border: 1px solid #ddd; background: #fff; }
    [data-bare-list] > div { position: relative; display: flex; width: max-content; }
    .bare-pane { position: relative; flex: none; width: 1800px; }
    .bare-pane:first-child { position: sticky; z-index: 2; left: 0; width: 460px; }
    .bare-row { position: absolute; inset: 0 0 auto; display: flex; height: ${height}px; border-bottom: 1px solid #ddd;
      background: #fff; contain: layout size style; }
    .bare-cell { flex: none; padding: 0 10px; line-height: ${height - 1}px; white-space: nowrap; }
    .bare-cut { overflow: clip; text-overflow: ellipsis; }
    .bare-number { text-align: right; }`
  document.head.append(style)
  const scroller = document.createElement('div')
  scroller.dataset['bareList'] = ''
  Object.assign(scroller.style, {
    left: `${box?.left ?? 0}px`,
    top: `${box?.top ?? 0}px`,
    width: `${box?.width ?? innerWidth}px`,
    height: `${box?.height ?? innerHeight}px`,
  })
  const body = document.createElement('div')
  body.style.height = `${rows * height}px`
  scroller.append(body)
  document.body.append(scroller)
  const panes = parts.map(() => {
    const pane = document.createElement('div')
    pane.className = 'bare-pane'
    body.append(pane)
    return pane
  })
  const made = Array.from({ length: places }, () =>
    parts.map(([first, end], part) => {
      const row = document.createElement('div')
      row.className = 'bare-row'
      row.setAttribute('role', 'row')
      const texts: Text[] = []
      for (let column = first; column < end; column += 1) {
        const cell = document.createElement('div')
        cell.className = `bare-cell${cut.has(column) ? ' bare-cut' : ''}${numbers.has(column) ? ' bare-number' : ''}`
        cell.setAttribute('role', 'gridcell')
        cell.style.width = `${widths[column]}px`
        const text = document.createTextNode('')
        cell.append(text)
        row.append(cell)
        texts.push(text)
      }
      panes[part]?.append(row)
      return { row, texts, first }
    }),
  )
  const shown = Array.from({ length: places }, () => -1)
  let last = 0
  const draw = (): void => {
    const top = scroller.scrollTop
    const from = Math.max(0, Math.floor(top / height) - (top < last ? 16 : 8))
    last = top
    for (let line = from; line < Math.min(rows, from + places); line += 1) {
      const place = line % places
      if (shown[place] === line) continue
      shown[place] = line
      const texts = textsOf(line)
      for (const part of made[place] ?? []) {
        part.row.style.transform = `translateY(${line * height}px)`
        part.row.setAttribute('aria-rowindex', String(line + 2))
        for (const [at, text] of part.texts.entries()) {
          const value = texts[part.first + at] ?? ''
          if (text.data !== value) text.data = value
        }
      }
    }
  }
  scroller.addEventListener('scroll', draw, { passive: true })
  draw()
}
