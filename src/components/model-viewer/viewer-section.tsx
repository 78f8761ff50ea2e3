import { useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './model-viewer.module.css'
import { SectionLine } from './section-line.tsx'
import {
  boxAround,
  cutAcross,
  mostPlanes,
  planeOf,
  type Bounds,
  type SectionPlane,
} from './section-planes.ts'

interface ViewerSectionProps {
  planes: readonly SectionPlane[]
  /** Of all that is there. */
  bounds: Bounds
  /** Of what is chosen; null when nothing is. */
  around: () => Bounds | null
  onChange: (planes: readonly SectionPlane[]) => void
}

/** The planes the picture is cut by: each can be moved, turned over, switched off and removed. */
export function ViewerSection({ planes, bounds, around, onChange }: ViewerSectionProps) {
  const t = useTranslate()
  const panel = useRef<HTMLFieldSetElement>(null)
  return (
    <fieldset ref={panel} tabIndex={-1} className={styles.section} aria-label={t('Section planes')}>
      <div className={styles.planes}>
        {planes.map((plane, at) => (
          <SectionLine
            key={plane.key}
            number={at + 1}
            plane={plane}
            bounds={bounds}
            onChange={(changes) =>
              onChange(planes.map((one) => (one === plane ? { ...plane, ...changes } : one)))
            }
            onRemove={() => {
              onChange(planes.filter((one) => one !== plane))
              // Its button is gone: the keys stay in the panel.
              panel.current?.focus()
            }}
          />
        ))}
      </div>
      <div className={styles.planeActs}>
        <Button
          size="compact"
          icon="plus"
          disabled={planes.length >= mostPlanes}
          onClick={() => onChange([...planes, planeOf(cutAcross(bounds, freeAxis(planes)))])}
        >
          {t('Add plane')}
        </Button>
        <Button size="compact" icon="box" onClick={() => onChange(boxAround(around() ?? bounds))}>
          {t('Section box')}
        </Button>
        <IconButton icon="x" size="compact" label={t('No section')} onClick={() => onChange([])} />
      </div>
    </fieldset>
  )
}

/** Height first, then what is not cut along yet. */
const freeAxis = (planes: readonly SectionPlane[]): number =>
  [1, 0, 2].find((axis) => planes.every(({ normal }) => normal[axis] === 0)) ?? 1
