import { useEffect, useRef, useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { tooltip } from '#ui/tooltip.ts'
import type { CellProps } from './cells.tsx'
import styles from './chosen-cell.module.css'
import { badgeLook, isTone } from './draw-cells.tsx'
import { optionsOf } from './field-traits.ts'

interface ChosenOption {
  value: string
  label: string
  color?: string | undefined
}

/** The options chosen, each a chip; where a cell has no room for all, how many more there are, and all at the pointer. */
export function MultiSelectCell({ value, field }: CellProps) {
  if (!Array.isArray(value) || value.length === 0) return null
  const options = optionsOf(field)
  const chosen = value.map(
    (one): ChosenOption =>
      options.find((known) => known.value === one) ?? { value: String(one), label: String(one) },
  )
  const words = chosen.map(({ label }) => label).join(', ')
  // Anew with other words: they may take other room in a cell that is as wide as before.
  return <Chips key={words} chosen={chosen} words={words} />
}

function Chips({ chosen, words }: { chosen: readonly ChosenOption[]; words: string }) {
  const chips = useRef<HTMLSpanElement>(null)
  const [hidden, setHidden] = useState(0)
  useEffect(() => {
    const found = chips.current
    if (!found) return undefined
    // Told after layout, when a place may be asked for at no cost.
    const observer = new ResizeObserver(() => setHidden(hiddenIn(found)))
    observer.observe(found)
    return () => observer.disconnect()
  }, [])
  return (
    <span className={styles.chosen} {...tooltip(hidden > 0 ? words : undefined)}>
      <span ref={chips} className={styles.chips}>
        {chosen.map(({ value, label, color }) => (
          <Badge
            key={value}
            {...badgeLook(color)}
            {...((color === undefined || isTone(color)) && { icon: null })}
          >
            {label}
          </Badge>
        ))}
      </span>
      {hidden > 0 && (
        <span className={styles.more} aria-hidden>
          +{hidden}
        </span>
      )}
    </span>
  )
}

/** How many chips stand below the last line there is room for. */
const hiddenIn = (chips: HTMLElement): number =>
  [...chips.children].filter((chip) => chip instanceof HTMLElement && chip.offsetTop >= chips.clientHeight)
    .length
