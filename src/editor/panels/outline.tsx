import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslate } from '#ui/translate.ts'
import { useEditedLayout, useEditor, useEditorStore } from '../state/editor-store.ts'
import { ancestorsOf } from '../state/places.ts'
import { outlineRows } from './outline-rows.ts'
import { OutlineNode, OutlineSlot } from './outline-row.tsx'
import styles from './outline.module.css'

const nobody: ReadonlySet<string> = new Set()

/** All parts as a tree: choose, move by drag or keys, see what stands in which slot. */
export function Outline() {
  const store = useEditorStore()
  const layout = useEditedLayout()
  const selected = useEditor((state) => state.selected)
  const place = useEditor((state) => state.place)
  const t = useTranslate()
  const tree = useRef<HTMLDivElement>(null)
  const [closed, setClosed] = useState<ReadonlySet<string>>(nobody)
  // What is chosen elsewhere must show: its parents open.
  const open = useMemo(() => {
    const above = ancestorsOf(layout, selected)
    return new Set([...closed].filter((id) => !above.includes(id)))
  }, [closed, layout, selected])
  const rows = useMemo(
    () => outlineRows(store, layout, { closed: open, selected }),
    [store, layout, open, selected],
  )
  const current = place ? `${place.parent}/${place.slot}` : selected

  useEffect(() => {
    tree.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- they stand for what is drawn
  }, [current, rows])

  const toggle = (id: string, isOpen: boolean): void => {
    const next = new Set(open)
    if (isOpen) next.delete(id)
    else next.add(id)
    setClosed(next)
  }
  const choose = (at: number): void => {
    const row = rows[at]
    if (!row) return
    if (row.kind === 'node') store.setState({ selected: row.id, place: null })
    else {
      const index = layout.nodes[row.parent]?.slots?.[row.slot]?.length ?? 0
      store.setState({ selected: row.parent, place: { parent: row.parent, slot: row.slot, index } })
    }
    requestAnimationFrame(() => {
      tree.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row.key)}"]`)?.focus()
    })
  }
  const key = (event: KeyboardEvent): void => {
    // While a part is carried by keyboard the arrows are the drag's.
    if (event.altKey || event.ctrlKey || event.metaKey || store.getState().target) return
    const at = rows.findIndex((row) => row.key === current)
    const row = rows[at]
    if (!row) return
    const acts: Record<string, () => void> = {
      ArrowDown: () => choose(at + 1),
      ArrowUp: () => choose(at - 1),
      Home: () => choose(0),
      End: () => choose(rows.length - 1),
      ArrowRight: () => (row.kind === 'node' && row.open === false ? toggle(row.id, true) : choose(at + 1)),
      ArrowLeft: () =>
        row.kind === 'node' && row.open
          ? toggle(row.id, false)
          : choose(rows.findLastIndex((above, index) => index < at && above.level < row.level)),
    }
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  return (
    // The rows take the focus; the tree only hears their keys.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div ref={tree} role="tree" aria-label={t('Parts of the screen')} className={styles.tree} onKeyDown={key}>
      {rows.map((row, at) =>
        row.kind === 'node' ? (
          <OutlineNode
            key={row.key}
            row={row}
            current={row.key === current}
            onChoose={() => choose(at)}
            onToggle={() => toggle(row.id, row.open === false)}
          />
        ) : (
          <OutlineSlot key={row.key} row={row} current={row.key === current} onChoose={() => choose(at)} />
        ),
      )}
    </div>
  )
}
