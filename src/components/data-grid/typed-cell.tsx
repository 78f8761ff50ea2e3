import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Row } from '#contracts/query.ts'
import { noteTyping } from '#engine/data/typing.ts'
import { afterPaint } from '#ui/after-paint.ts'
import { classes } from '#ui/classes.ts'
import control from '#ui/control.module.css'
import { useRegion } from '#ui/region.ts'
import { isNumeric } from '../field/field-traits.ts'
import { valueFromText } from '../field/value-from-text.ts'
import { leavingKey } from './cell-keys.ts'
import styles from './cell-editor.module.css'
import type { GridColumn } from './grid-columns.ts'
import type { Grid, LeavingKey } from './grid-context.ts'
import { dropValue, gridOf, moveOn, takeValue } from './leave-cell.ts'

interface TypedCellProps {
  grid: Grid
  stored: Row
  seen: Row
  before: unknown
  column: GridColumn
  /** The first sign, and those that came before this was there. */
  text: string
  /** It is time for the input: with what was typed so far, and the key that leaves it again. */
  onOpen(text: string, leave?: LeavingKey): void
}

/** Milliseconds after a sign at which what follows from the number is worked out, and at which the input comes. */
const [restsAfter, pausesAfter] = [200, 400]

// These say nothing by themselves.
const modifiers = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'Fn', 'NumLock'])

/**
 * What is typed over a cell, drawn at once. An input takes a place in the page and the focus, which for whoever types is a
 * frame late: it comes when typing pauses, or with the first key that is the business of an input, which then gets that
 * key. Until then the grid keeps the focus. Whoever only types a number and leaves never needs it. A text has it after
 * the first sign is drawn, because signs may be put together of several keys.
 */
export function TypedCell({ grid, stored, seen, before, column, text, onOpen }: TypedCellProps) {
  const region = useRegion()
  const box = useRef<HTMLDivElement>(null)
  const ended = useRef(false)
  const [typed, setTyped] = useState(text)
  const { field } = column
  const isNumber = isNumeric(field.type)

  const open = (leave?: LeavingKey): void => {
    if (ended.current) return
    ended.current = true
    onOpen(typed, leave)
  }
  /** Answers whether it was taken: what is no number is for the input to refuse. */
  const take = (): boolean => {
    const read = valueFromText(typed, field, region)
    if (!isNumber || !read.ok) return false
    ended.current = true
    void takeValue(grid, { stored, seen, column, before }, read.value)
    return true
  }
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const { key } = event
    if (ended.current || event.target !== event.currentTarget || modifiers.has(key)) return
    noteTyping()
    // The grid's own keys rest while a cell is edited.
    event.stopPropagation()
    const leave = leavingKey(event)
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (key === 'Escape') {
      ended.current = true
      dropValue(grid)
    } else if (leave) {
      if (take()) moveOn(grid, leave)
      else open(leave)
    } else if (key.length === 1 && isPlain) setTyped(typed + key)
    else if (key === 'Backspace' && isPlain && typed.length > 1) setTyped(typed.slice(0, -1))
    // The input has the focus before the browser does what this key does.
    else return open()
    event.preventDefault()
  })
  // The focus leaves, or something else is pressed.
  const onLeave = useEffectEvent((event: Event): void => {
    const isInside = event.target instanceof Node && box.current?.contains(event.target)
    if (ended.current || (event.type === 'pointerdown' && isInside)) return
    if (!take()) open()
  })
  useLayoutEffect(() => {
    const list = gridOf(box.current)
    const key = (event: KeyboardEvent): void => onKey(event)
    const leave = (event: Event): void => onLeave(event)
    list?.addEventListener('keydown', key, { capture: true })
    list?.addEventListener('blur', leave)
    document.addEventListener('pointerdown', leave, { capture: true })
    return () => {
      list?.removeEventListener('keydown', key, { capture: true })
      list?.removeEventListener('blur', leave)
      document.removeEventListener('pointerdown', leave, { capture: true })
    }
  }, [])

  // The line goes, out of the list or out of sight.
  const takeLast = useEffectEvent(() => void (ended.current || take()))
  useLayoutEffect(() => () => takeLast(), [])

  useEffect(noteTyping, [])
  const openLast = useEffectEvent(() => open())
  useEffect(() => {
    if (isNumber) return undefined
    let isHere = true
    void afterPaint().then(() => isHere && openLast())
    return () => void (isHere = false)
  }, [isNumber])
  const rest = useEffectEvent((now: string) => {
    const read = valueFromText(now, field, region)
    if (!ended.current && read.ok) grid.live?.draft({ row: stored, key: column.key, value: read.value })
  })
  useEffect(() => {
    if (!isNumber) return undefined
    const resting = setTimeout(() => rest(typed), restsAfter)
    const pausing = setTimeout(() => openLast(), pausesAfter)
    return () => {
      clearTimeout(resting)
      clearTimeout(pausing)
    }
  }, [isNumber, typed])

  return (
    <div ref={box} className={classes(control.box, control.compact, styles.typed)}>
      <span className={classes(control.input, isNumber && control.number)}>{typed}</span>
    </div>
  )
}
