/**
 * Runs in the page: puts the barest sheet there is in place of everything, as the limit of what the browser can do with a
 * key. A sign opens a cell with it, Enter takes what was written and goes on to the cell below; nothing is kept, worked
 * out or sent, and what one key changes is one cell.
 */
export function makeBareSheet(): void {
  const [columns, lines, height] = [10, 27, 32]
  document.body.replaceChildren()
  const style = document.createElement('style')
  style.textContent = `
    .bare-sheet { position: fixed; inset: 160px 0 0 220px; overflow: auto; background: #fff; }
    .bare-sheet:focus { outline: none; }
    .bare-line { display: flex; height: ${height}px; border-bottom: 1px solid #ddd; contain: layout size style; }
    .bare-cell { flex: none; width: 120px; padding: 0 10px; line-height: ${height - 1}px; text-align: right; }
    .bare-cell.at { box-shadow: inset 0 0 0 2px #36c; }
    .bare-cell input { width: 100%; border: 0; font: inherit; text-align: right; }`
  document.head.append(style)
  const sheet = document.createElement('div')
  sheet.className = 'bare-sheet'
  sheet.tabIndex = 0
  const cells = Array.from({ length: lines }, (_, line) => {
    const row = document.createElement('div')
    row.className = 'bare-line'
    const made = Array.from({ length: columns }, (_cell, column) => {
      const cell = document.createElement('div')
      cell.className = 'bare-cell'
      cell.textContent = `${line * 37 + column}.25`
      return cell
    })
    row.append(...made)
    sheet.append(row)
    return made[1]
  })
  document.body.append(sheet)
  const input = document.createElement('input')
  let at = 1
  cells[at]?.classList.add('at')
  sheet.addEventListener('keydown', (event) => {
    const cell = cells[at]
    if (!cell) return
    if (event.key === 'Enter') {
      cell.textContent = input.value
      cell.classList.remove('at')
      at = (at + 1) % lines
      cells[at]?.classList.add('at')
      sheet.focus({ preventScroll: true })
    } else if (event.target === sheet) {
      input.value = ''
      cell.replaceChildren(input)
      // The sign itself is the browser's to write.
      input.focus({ preventScroll: true })
    }
  })
  sheet.focus()
}
