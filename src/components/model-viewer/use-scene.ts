import { useEffect, useMemo, useRef } from 'react'
import type { Row } from '#contracts/query.ts'
import { colourGroups, type ColourGroup } from './colour-groups.ts'
import { elementKey, numbersIn, type ElementKey } from './element-keys.ts'
import { measureGroups } from './measure-groups.ts'
import type { Measure } from './measures.ts'
import { paintElements, type Rgb } from './paint-elements.ts'
import type { Point } from './pick-element.ts'
import { acting } from './section-planes.ts'
import type { Stage } from './stage.ts'
import { themeColours } from './theme-colours.ts'
import type { LoadedGeometry } from './use-geometries.ts'
import type { Elements } from './use-elements.ts'
import type { ViewerState } from './use-viewer-state.ts'

/** A model that is drawn: the record it belongs to and its geometry. */
export interface DrawnModel {
  record: string
  loaded: LoadedGeometry
}

interface SceneInput {
  stage: Stage | null
  models: readonly DrawnModel[]
  elements: Elements
  state: ViewerState
  /** Drawn as chosen. */
  chosen: ReadonlySet<ElementKey>
  /** Null unless the picture is coloured by one. */
  measure: Measure | null
  words: { empty: string; rest: string; yes: string; no: string }
  frame: React.RefObject<HTMLElement | null>
}

/** Where the camera stands at first: south-west and above, as buildings are drawn. */
const firstLook: Point = [-1, 0.8, 1.2]

/** Brings what is shown, hidden, chosen and coloured onto the stage. Answers the legend and where the scene's zero is. */
export function useScene({ stage, models, elements, state, chosen, measure, words, frame }: SceneInput) {
  const origin = useRef<Point | null>(null)
  const fitted = useRef(false)
  useEffect(() => {
    if (!stage) return
    const [first] = models
    origin.current ??= first ? pointOf(first.loaded.geometry.origin) : null
    const [x, y, z] = origin.current ?? [0, 0, 0]
    stage.show(
      models.map(({ record, loaded: { mesh, geometry } }) => {
        const [u, v, w] = pointOf(geometry.origin)
        return { key: record, mesh, offset: [u - x, v - y, w - z] as const }
      }),
    )
    const box = models.length > 0 && !fitted.current ? stage.nearBounds(() => true) : null
    if (!box) return
    fitted.current = true
    stage.fit(box, firstLook)
  }, [stage, models])

  const field = elements.colours.find(({ key }) => key === state.colour) ?? null
  const legend = useMemo(() => {
    if ((!field && !measure) || !frame.current) return null
    const shown = models.flatMap(({ record, loaded }) =>
      [...loaded.placeOf.keys()].flatMap((number): Row[] => {
        const row = elements.rows.get(elementKey(record, number))
        return row ? [row] : []
      }),
    )
    const { chart, named, rest } = themeColours(frame.current)
    if (measure) return { title: measure.title, note: measure.note, ...measureGroups(shown, measure, rest) }
    return (
      field && {
        title: field.label,
        note: null,
        ...colourGroups(shown, field, { chart, named, rest }, words),
      }
    )
    // The words are of the language, which reloads the page.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [field, measure, models, elements.rows, frame])

  const only = state.isolated ?? elements.only
  useEffect(() => {
    if (!stage || !frame.current) return
    const colours = themeColours(frame.current)
    for (const { record, loaded } of models) {
      const { elements: numbers } = loaded.geometry
      const colourOf = (number: number): Rgb | null => {
        const row = elements.rows.get(elementKey(record, number))
        return row && legend ? legend.colourOf(legend.valueOf(row)) : null
      }
      stage.paint(
        record,
        paintElements({
          count: numbers.length,
          numberAt: (place) => numbers[place] ?? 0,
          hidden: numbersIn(state.hidden, record),
          only: only && numbersIn(only, record),
          ghosts: state.ghosts,
          selected: numbersIn(chosen, record),
          colourOf: legend ? colourOf : null,
          colours,
        }),
      )
    }
  }, [stage, models, frame, elements.rows, legend, state.hidden, state.ghosts, only, chosen])
  useEffect(() => stage?.cut(acting(state.planes)), [stage, state.planes])

  return {
    legend: legend && { title: legend.title, note: legend.note, groups: legend.groups },
    origin,
    /** Only the elements of a group, or all again when they are alone already. */
    keysOf(group: ColourGroup): Set<ElementKey> {
      const listed = new Set(legend?.groups.map(({ value }) => JSON.stringify(value ?? null)))
      const belongs = (value: unknown): boolean =>
        group.value === undefined
          ? !listed.has(JSON.stringify(value ?? null))
          : JSON.stringify(value ?? null) === JSON.stringify(group.value)
      return new Set([...elements.rows].flatMap(([key, row]) => (belongs(legend?.valueOf(row)) ? [key] : [])))
    },
  }
}

const pointOf = ([x = 0, y = 0, z = 0]: readonly number[]): Point => [x, y, z]
