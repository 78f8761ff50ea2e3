import { useEffect, useMemo, useRef, useState } from 'react'
import { reportFailure } from '#engine/data/report-failure.ts'
import { classes } from '#ui/classes.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useMedia } from '../data-grid/use-media.ts'
import { textOf } from '../props/text-of.ts'
import type { ViewProps } from '../view-props.ts'
import { chooseEntries } from './choose-entries.ts'
import { elementKey, type ElementKey } from './element-keys.ts'
import { openView, takeView } from './kept-view.ts'
import type { modelViewer } from './model-viewer.definition.ts'
import styles from './model-viewer.module.css'
import { cutAcross, planeOf, type Bounds } from './section-planes.ts'
import { useChosen } from './use-chosen.ts'
import { useElements } from './use-elements.ts'
import { useGeometries } from './use-geometries.ts'
import { useMeasures } from './use-measures.ts'
import { useOfferedModels } from './use-offered-models.ts'
import { useScene, type DrawnModel } from './use-scene.ts'
import { useStage } from './use-stage.ts'
import { useViewerState } from './use-viewer-state.ts'
import { viewerKey, type ViewerActs } from './viewer-acts.ts'
import { pictureOfView } from './view-picture.ts'
import { ViewerBox, type Spot } from './viewer-box.tsx'
import { ViewerLegend } from './viewer-legend.tsx'
import { snapped, ViewerMeasure } from './viewer-measure.tsx'
import { ViewerSection } from './viewer-section.tsx'
import { ViewerOver } from './viewer-over.tsx'
import { ViewerToolbar } from './viewer-toolbar.tsx'
import { ViewerViewpoints } from './viewer-viewpoints.tsx'

/** Building models in three dimensions. It draws only when something changes. */
export function ModelViewer({ id, props, emit, expose, pending }: ViewProps<typeof modelViewer>) {
  const t = useTranslate()
  const canvas = useRef<HTMLCanvasElement>(null)
  const frame = useRef<HTMLElement>(null)
  const pressed = useRef<{ x: number; y: number } | null>(null)
  const { stage, state: stageState } = useStage(canvas)
  const [state, change] = useViewerState(id, props.colour ?? null)
  const [own, setOwn] = useState<ElementKey | null>(null)
  const { elements: given, viewpoints } = props
  const offer = useOfferedModels({
    model: props.model,
    where: props.where ?? null,
    sort: props.sort ?? noSort,
    geometry: props.geometry,
    firstOf: props.first_of ?? null,
    shown: props.shown ?? null,
  })
  const { offered } = offer
  const first = props.shown ?? null
  // Another record to begin with goes before what was switched on by hand.
  const byHand = state.models?.first === first ? state.models.ids : null
  const shown = useMemo(
    () => byHand ?? new Set(offered.filter((model) => model.first).map(({ id }) => id)),
    [byHand, offered],
  )
  const wanted = useMemo(
    () => offered.filter(({ id, file }) => file !== null && shown.has(id)),
    [offered, shown],
  )
  const geometries = useGeometries(wanted.flatMap(({ file }) => file ?? []))
  const models = useMemo(
    () =>
      wanted.flatMap(({ id, file }): DrawnModel[] => {
        const loaded = geometries.get(file ?? '')
        return loaded && loaded !== 'failed' ? [{ record: id, loaded }] : []
      }),
    [wanted, geometries],
  )
  const records = useMemo(() => models.map(({ record }) => record), [models])
  const elements = useElements(given, props.colours ?? noKeys, records, props.only ?? null)
  const selected =
    props.selected === undefined ? own : props.selected === null ? null : elements.keyOf(props.selected)
  const words = { empty: t('(empty)'), rest: t('Others'), yes: t('Yes'), no: t('No') }
  const touches = useMedia('(pointer: coarse)')
  const measures = useMeasures(props, records, state.colour)
  const several = useChosen({
    elements,
    given: props.chosen,
    selected,
    async tell(ids) {
      expose('chosen', ids)
      await emit('chosen', { ids })
    },
  })
  const chosen = useMemo(
    () => (selected === null ? several.keys : new Set([...several.keys, selected])),
    [several.keys, selected],
  )
  const { measure } = measures
  const scene = useScene({ stage, models, elements, state, chosen, measure, words, frame })
  useEffect(() => stage?.fly(state.flies), [stage, state.flies])
  useEffect(() => expose('hidden', state.hidden.size), [expose, state.hidden])

  const choose = async (key: ElementKey | null): Promise<void> => {
    setOwn(key)
    const row = key === null ? null : await elements.find(key)
    expose('selected', row?.['id'] ?? null)
    await emit('selected', { id: row?.['id'] ?? null, row })
  }
  const keyAt = (hit: { key: string; element: number } | null): ElementKey | null => {
    const number =
      hit && models.find(({ record }) => record === hit.key)?.loaded.geometry.elements[hit.element]
    return hit && number !== undefined && number !== null ? elementKey(hit.key, number) : null
  }
  const press = (x: number, y: number, adds: boolean): void => {
    const hit = stage?.pick(x, y) ?? null
    if (state.tool === 'measure') {
      if (stage && hit)
        change({ ends: [...(state.ends.length === 2 ? [] : state.ends), snapped(stage, hit)] })
      return
    }
    const key = keyAt(hit)
    if (adds) {
      if (key) several.toggle(key).catch(reportFailure)
      return
    }
    choose(key).catch(reportFailure)
    several.set([]).catch(reportFailure)
  }
  const drawBox = (from: Spot, to: Spot): void => {
    const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)]
    const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)]
    const found = stage?.inside({ left, top, right, bottom }) ?? []
    change({ tool: 'choose' })
    several.add(found.flatMap((hit) => keyAt(hit) ?? [])).catch(reportFailure)
  }
  const boundsOf = (keys: ReadonlySet<ElementKey>): Bounds | null => {
    if (!stage || keys.size === 0) return null
    const numbers = new Map(models.map(({ record, loaded }) => [record, loaded.geometry.elements]))
    return stage.bounds((record, place) => keys.has(elementKey(record, numbers.get(record)?.[place] ?? 0)))
  }
  const acts: ViewerActs = {
    fit() {
      const box = (selected && boundsOf(new Set([selected]))) ?? stage?.nearBounds()
      if (box) stage?.fit(box)
    },
    zoom: (times) => stage?.zoom(times),
    isolate: () => selected && change({ isolated: new Set([selected]) }),
    hide() {
      if (!selected) return
      change({ hidden: new Set([...state.hidden, selected]) })
      choose(null).catch(reportFailure)
    },
    showAll: () => change({ hidden: new Set(), isolated: null }),
    toggleGhosts: () => change({ ghosts: !state.ghosts }),
    toggleCut() {
      const box = stage?.bounds(() => true)
      change({ planes: state.planes.length > 0 || !box ? [] : [planeOf(cutAcross(box))] })
    },
    toggleMeasure: () => change({ tool: state.tool === 'measure' ? 'choose' : 'measure', ends: [] }),
    toggleFlight() {
      change({ flies: !state.flies })
      canvas.current?.focus()
    },
    escape() {
      if (state.flies) change({ flies: false })
      else if (state.tool === 'measure') change({ tool: 'choose', ends: [] })
      else if (state.tool === 'box') change({ tool: 'choose' })
      else {
        choose(null).catch(reportFailure)
        several.set([]).catch(reportFailure)
      }
    },
  }
  const bounds = state.planes.length > 0 ? (stage?.bounds(() => true) ?? null) : null
  const place = stage && {
    stage,
    origin: scene.origin.current ?? ([0, 0, 0] as const),
    rows: elements.rows,
    guid: given.guid,
  }
  const title = selected && textOf(elements.rows.get(selected)?.[given.title])
  return (
    <section ref={frame} className={styles.viewer} aria-label={props.label} style={{ height: props.height }}>
      <div className={styles.bar}>
        <ViewerToolbar
          state={state}
          change={change}
          onModels={(ids) => change({ models: { ids, first } })}
          acts={acts}
          chosen={selected !== null}
          models={offered}
          shown={shown}
          colours={elements.colours}
          measures={measures.offered}
          several={chooseEntries({
            t,
            elements,
            chosen: several,
            selected,
            hidden: state.hidden,
            only: state.isolated ?? elements.only,
            drawsBox: state.tool === 'box',
            onBox: (draws) => change({ tool: draws ? 'box' : 'choose', flies: false, ends: [] }),
            run: (work) => void work.catch(reportFailure),
          })}
        />
        {viewpoints && place && (
          <ViewerViewpoints
            place={viewpoints}
            current={() => takeView(place, state, selected)}
            picture={() => pictureOfView(place.stage, groundOf(frame.current))}
            onOpen={(view) => {
              const key = openView(place, view, change)
              if (key) choose(key).catch(reportFailure)
            }}
          />
        )}
      </div>
      {elements.error && (
        <ErrorState compact title={t('The elements could not be read')} onRetry={elements.retry}>
          {t('The picture stands without them: what is chosen has no name, and nothing is coloured.')}
        </ErrorState>
      )}
      {measures.failure && (
        <ErrorState compact title={measures.failure.title} onRetry={measures.failure.retry}>
          {measures.failure.text}
        </ErrorState>
      )}
      <div className={styles.stage}>
        <canvas
          ref={canvas}
          // oxlint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role -- it takes keys and pointers itself
          role="application"
          aria-label={
            state.flies
              ? t('Picture of the model. W A S D Q E and arrows fly, dragging looks around, Esc ends it.')
              : t('Picture of the model. Arrows turn it, W A S D Q E walk, F fits it in.')
          }
          tabIndex={0}
          className={classes(styles.canvas, state.tool === 'measure' && styles.measuring)}
          onKeyDown={(event) => {
            if (stage && viewerKey(event, stage, acts, state.flies)) event.preventDefault()
          }}
          onPointerDown={({ clientX: x, clientY: y }) => (pressed.current = { x, y })}
          onPointerUp={({ clientX, clientY, currentTarget, shiftKey, ctrlKey, metaKey }) => {
            const from = pressed.current
            pressed.current = null
            // Whoever turned the picture did not mean an element.
            if (!from || Math.hypot(clientX - from.x, clientY - from.y) > 5) return
            const box = currentTarget.getBoundingClientRect()
            press(clientX - box.left, clientY - box.top, shiftKey || ctrlKey || metaKey)
          }}
          onDoubleClick={acts.fit}
        />
        {stage && state.tool === 'measure' && <ViewerMeasure stage={stage} ends={state.ends} />}
        {state.tool === 'box' && <ViewerBox onDrawn={drawBox} />}
        <div className={styles.panels}>
          {bounds && (
            <ViewerSection
              planes={state.planes}
              bounds={bounds}
              around={() => boundsOf(chosen)}
              onChange={(planes) => change({ planes })}
            />
          )}
          {measures.waiting !== null && <p className={styles.working}>{measures.waiting}</p>}
          {scene.legend && (
            <ViewerLegend
              {...scene.legend}
              onChoose={(group) => change({ isolated: state.isolated ? null : scene.keysOf(group) })}
            />
          )}
        </div>
        {state.flies && (
          <p className={styles.status}>
            {touches
              ? t('Flying: drag with one finger to look around, with two to go')
              : t('Flying: W A S D, Q and E to go, drag to look around, Shift for faster, Esc to end')}
          </p>
        )}
        {!state.flies && several.keys.size > 1 && (
          <p className={styles.status}>{t('{{count}} elements are chosen', { count: several.keys.size })}</p>
        )}
        {title && !state.flies && several.keys.size < 2 && <p className={styles.status}>{title}</p>}
        <ViewerOver
          stage={stageState}
          offer={offer}
          isPending={pending}
          wanted={wanted.map(({ file }) => geometries.get(file ?? ''))}
        />
      </div>
    </section>
  )
}

/** What the picture stands on. */
const groundOf = (frame: HTMLElement | null): string => (frame ? getComputedStyle(frame).backgroundColor : '')

const noSort: never[] = []
const noKeys: readonly string[] = []
