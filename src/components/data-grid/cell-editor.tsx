import {
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
} from 'react'
import type { FieldDescription } from '#contracts/model-description.ts'
import type { Row } from '#contracts/query.ts'
import { noteTyping } from '#engine/data/typing.ts'
import { afterPaint } from '#ui/after-paint.ts'
import { useRegion } from '#ui/region.ts'
import { inputOf } from '../field/field-views.ts'
import { titleOf } from '../field/field-traits.ts'
import { valueFromText } from '../field/value-from-text.ts'
import type { GridColumn } from './grid-columns.ts'
import { leavingKey } from './cell-keys.ts'
import type { Grid, LeavingKey } from './grid-context.ts'
import { at } from './grid-cursor.ts'
import { actionsWidth } from './grid-layout.ts'
import { dropValue, gridOf, lineWith, moveOn, takeValue } from './leave-cell.ts'
import styles from './cell-editor.module.css'

const FormulaCell = lazy(() =>
  import('./formula-cell.tsx').then((module) => ({ default: module.FormulaCell })),
)

export interface CellEditorProps {
  grid: Grid
  /** As shown: with what this reader changed already. */
  row: Row
  /** As the list has it. */
  stored: Row
  /** As it was when the cell was opened: what a save is compared with. */
  seen: Row
  /** What stood in the cell then. */
  before: unknown
  /** Whether another record has come into this line since. */
  isMoved: boolean
  column: GridColumn
  text: string | undefined
  /** Pressed before the input was there. */
  leave: LeavingKey | undefined
}

// Choosing is the whole edit of these: it is taken at once.
const takenAtOnce = new Set(['select', 'relation', 'user', 'boolean'])

// No higher than a line, as long as nothing is wrong with what is written.
const flat = new Set([
  'text',
  'number',
  'integer',
  'decimal',
  'percent',
  'money',
  'date',
  'datetime',
  'email',
  'phone',
  'url',
  'sequence',
])

const plainNumbers = new Set(['number', 'integer', 'decimal', 'percent'])
/** Nothing is chosen beside the number: an amount of several currencies has a list. */
const isPlainNumber = ({ type, currencies }: FieldDescription): boolean =>
  plainNumbers.has(type) || (type === 'money' && !currencies)

// Longer than a cell: they stand over their neighbours.
const wide = new Set(['long_text', 'markdown', 'relation', 'user', 'select', 'multi_select'])

/** The input of a field's type over its cell. Enter and Tab take the value, Escape leaves it as it was. */
export function CellEditor({
  grid,
  row,
  stored,
  seen,
  before,
  isMoved,
  column,
  text,
  leave,
}: CellEditorProps) {
  const region = useRegion()
  const { field } = column
  const box = useRef<HTMLDivElement>(null)
  const ended = useRef(false)
  const [draft, setDraft] = useState<{ value: unknown; label?: string }>(() => {
    const typed = text === undefined ? null : valueFromText(text, field, region)
    return { value: typed?.ok ? typed.value : before }
  })
  const tellFirst = useEffectEvent(() => {
    if (text !== undefined && !ended.current)
      grid.live?.draft({ row: stored, key: column.key, value: draft.value })
  })
  useEffect(() => {
    let isOpen = true
    // The cell is drawn first, with what was typed in it.
    void afterPaint().then(() => isOpen && tellFirst())
    return () => void (isOpen = false)
  }, [])
  // The same from the first moment to the last: another component would begin anew.
  const [Input] = useState(() => inputOf(field.type))

  const take = (value: unknown, label?: string): void => {
    if (ended.current) return
    ended.current = true
    void takeValue(grid, { stored, seen, column, before }, value, label)
  }
  const follow = useEffectEvent(() => {
    if (ended.current) return
    const { editing } = grid
    const input = box.current?.querySelector('input, textarea')
    const line = lineWith(grid, String(seen['id']), editing?.row ?? 0)
    if (editing && line >= 0 && isTextBox(input)) {
      ended.current = true
      grid.setCursor(at(line, editing.column))
      return grid.setEditing({ ...editing, row: line, seen, text: input.value })
    }
    take(draft.value, draft.label)
  })
  // Somebody else put lines in or took them out: what is written goes with its record, not to the one that came here.
  useLayoutEffect(() => {
    if (isMoved) follow()
  }, [isMoved])
  const isWrong = (): boolean => box.current?.querySelector('[aria-invalid="true"]') !== null
  const takeLast = useEffectEvent(() => {
    const { editing } = grid
    // Closed, or another input goes on with the keys that came meanwhile.
    if (ended.current || !editing || editing.text !== text || editing.leave !== leave) return
    const input = box.current?.querySelector('input, textarea')
    if (!isWrong()) take(draft.value, draft.label)
    // Comes back as it was written.
    else if (isTextBox(input)) grid.setEditing({ ...editing, seen, text: input.value })
  })
  // The line goes, out of the list or out of sight: nobody leaves the cell then.
  useLayoutEffect(() => () => takeLast(), [])
  const isUnder = useRef(false)
  // By hand, and only where it is needed: a line that is lifted above the others lays all of them out again.
  const lift = (): void => {
    const reaches = !flat.has(field.type) || column.formula !== undefined || isWrong()
    lineOf(box.current)?.toggleAttribute('data-above', reaches || isUnder.current)
  }
  const liftFirst = useEffectEvent(lift)
  const liftBySize = useEffectEvent(() => {
    // What is wider than its cell comes into sight, also from under what sticks to the right, as far as the list scrolls.
    const under = widthUnder(grid, box.current)
    if (under > 0) gridOf(box.current)?.scrollBy({ left: under })
    isUnder.current = widthUnder(grid, box.current) > 0
    lift()
  })
  useLayoutEffect(() => {
    const line = lineOf(box.current)
    liftFirst()
    // Told once it is laid out, also where the input comes late: asking for its size before that would lay out the page
    // twice for one key.
    const observer = new ResizeObserver(() => liftBySize())
    if (box.current) observer.observe(box.current)
    return () => {
      observer.disconnect()
      line?.removeAttribute('data-above')
    }
  }, [])
  const change = (value: unknown, label?: string): void => {
    setDraft(label === undefined ? { value } : { value, label })
    grid.live?.draft({ row: stored, key: column.key, value })
    if (!takenAtOnce.has(field.type) || field.many) return
    const element = gridOf(box.current)
    take(value, label)
    element?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // The grid's own keys rest while a cell is edited.
    event.stopPropagation()
    noteTyping()
    if (event.defaultPrevented) return
    if (event.key === 'Escape') {
      event.preventDefault()
      ended.current = true
      dropValue(grid)
      gridOf(box.current)?.focus({ preventScroll: true })
      return
    }
    const key = leavingKey(event)
    if (!key) return
    event.preventDefault()
    leaveBy(key)
  }
  const leaveBy = (key: LeavingKey): void => {
    const { editing } = grid
    const later = editing?.later ?? []
    if (isWrong()) {
      // It stays: what was meant for the next cell must not come there once this one is put right.
      if (editing && later.length > 0) grid.setEditing({ ...editing, later: [] })
      return
    }
    const element = gridOf(box.current)
    take(draft.value, draft.label)
    moveOn(grid, key)
    element?.focus({ preventScroll: true })
    for (const press of later)
      element?.dispatchEvent(new KeyboardEvent('keydown', { ...press, bubbles: true, cancelable: true }))
  }
  const onBlur = (event: FocusEvent): void => {
    const to = event.relatedTarget
    // A calendar or a list of this input floats elsewhere in the document.
    if (
      to instanceof Element &&
      (box.current?.contains(to) || to.closest('[data-radix-popper-content-wrapper]'))
    )
      return
    if (to === null && document.querySelector('[data-radix-popper-content-wrapper]')) return
    if (!isWrong()) take(draft.value, draft.label)
  }

  return (
    <div
      ref={box}
      role="presentation"
      className={styles.editor}
      data-wide={wide.has(field.type) || column.formula !== undefined || undefined}
      data-number={(isPlainNumber(field) && !column.formula) || undefined}
      data-formula={column.formula && ''}
      onKeyDown={onKeyDown}
      // Once what was written has been drawn.
      onInput={() => queueMicrotask(lift)}
      onBlur={onBlur}
      onMouseDown={(event) => event.stopPropagation()}
    >
      <Suspense>
        <FirstKeys text={text} onReady={() => leave && leaveBy(leave)} />
        {column.formula ? (
          <FormulaCell
            column={{ ...column, formula: column.formula }}
            row={row}
            value={draft.value}
            onChange={change}
          />
        ) : (
          <Input
            field={field}
            label={column.label}
            hideLabel
            compact
            value={draft.value}
            valueLabel={titleOf(row[column.key], field, row) ?? undefined}
            required={field.required}
            typed={text}
            onChange={change}
          />
        )}
      </Suspense>
    </div>
  )
}

interface FirstKeysProps {
  /** What was typed over the cell before its input stood; undefined → the value stays, and is selected. */
  text: string | undefined
  onReady: () => void
}

/**
 * Stands beside a lazy input: when that has been drawn, it gets the focus and the keys that came before it, as they
 * were typed. Read as a value they would lose what is no number yet: the sign of `-5`, the point of `4.`.
 */
function FirstKeys({ text, onReady }: FirstKeysProps) {
  const mark = useRef<HTMLSpanElement>(null)
  const ready = useEffectEvent(onReady)
  const begin = useEffectEvent((): HTMLInputElement | HTMLTextAreaElement | null => {
    const first = mark.current?.parentElement?.querySelector<HTMLElement>('input, select, textarea, button')
    // The grid has brought the cell into sight; what is wider than its cell may stand out of it.
    first?.focus({ preventScroll: !first.closest('[data-wide]') })
    if (!isTextBox(first)) return null
    if (text === undefined) first.select()
    // One that begins with what was typed has its caret before it.
    else if (first instanceof HTMLTextAreaElement)
      first.setSelectionRange(first.value.length, first.value.length)
    return first
  })
  const write = useEffectEvent((first: HTMLInputElement | HTMLTextAreaElement) => {
    // It began with them.
    if (text === undefined || first.value === text) return
    // The way around React's own `value`, which takes what it was told itself for nothing new.
    Reflect.set(Object.getPrototypeOf(first) as object, 'value', text, first)
    first.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
  })
  // In the moment in which it is drawn, so that no key comes in between.
  useLayoutEffect(() => {
    const first = begin()
    // Once this drawing has ended: within it the value before would be put back, and every change of what has the focus
    // lays the page out.
    queueMicrotask(() => {
      if (first) write(first)
      // After what was written has been drawn.
      queueMicrotask(() => ready())
    })
  }, [])
  return <span ref={mark} hidden />
}

// Boxes to tick, colours and the like are not written into.
const textTypes = new Set(['text', 'email', 'tel', 'url', 'search'])
const isTextBox = (element: Element | null | undefined): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && textTypes.has(element.type))

/** By how many pixels an input is so much wider than its cell that it stands under what sticks to the right, or past the edge; 0 where it does not. */
function widthUnder({ layout, rowActions }: Grid, editor: HTMLElement | null): number {
  const list = gridOf(editor)
  const sticking = layout.right.width + (rowActions.length > 0 ? actionsWidth : 0)
  if (!editor || !list) return 0
  const edge = list.getBoundingClientRect().left + list.clientLeft + list.clientWidth
  const over = editor.getBoundingClientRect().right - (edge - sticking)
  return Math.max(0, Math.ceil(over))
}

const lineOf = (inside: Element | null): HTMLElement | null =>
  inside?.closest<HTMLElement>('[data-line]') ?? null
