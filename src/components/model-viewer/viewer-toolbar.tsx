import type { FieldDescription } from '#contracts/model-description.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, type MenuEntry } from '#ui/menu.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './model-viewer.module.css'
import type { OfferedModel } from './use-offered-models.ts'
import type { ChangeView, ViewerState } from './use-viewer-state.ts'
import type { ViewerActs } from './viewer-acts.ts'

interface ViewerToolbarProps {
  state: ViewerState
  change: ChangeView
  onModels: (ids: ReadonlySet<string>) => void
  acts: ViewerActs
  /** Whether an element is chosen. */
  chosen: boolean
  models: readonly OfferedModel[]
  shown: ReadonlySet<string>
  colours: readonly FieldDescription[]
  /** What else it can be coloured by. */
  measures: readonly { value: string; label: string }[]
  /** Ways to choose several elements. */
  several: readonly MenuEntry[]
}

/** What can be done with the picture; each has a key as well. */
export function ViewerToolbar(props: ViewerToolbarProps) {
  const { state, change, onModels, acts, chosen, models, shown, colours, measures, several } = props
  const t = useTranslate()
  const modelEntries = models.map((model): MenuEntry => {
    const label = model.file === null ? `${model.title} (${t('no geometry')})` : model.title
    return {
      kind: 'check',
      label,
      checked: shown.has(model.id),
      disabled: model.file === null,
      onChange: (checked) =>
        onModels(new Set(checked ? [...shown, model.id] : [...shown].filter((id) => id !== model.id))),
    }
  })
  const colourEntries: MenuEntry[] = [
    {
      kind: 'choice',
      label: t('Colour by'),
      value: state.colour ?? '',
      options: [
        { value: '', label: t('As in the file') },
        ...colours.map(({ key, label }) => ({ value: key, label })),
        ...measures,
      ],
      onChange: (key) => change({ colour: key === '' ? null : key, isolated: null }),
    },
  ]
  const touched = state.hidden.size > 0 || state.isolated !== null
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={t('Picture')}>
      <IconButton icon="target" label={t('Fit (F)')} onClick={acts.fit} />
      <IconButton icon="zoom-in" label={t('Nearer (+)')} onClick={() => acts.zoom(0.8)} />
      <IconButton icon="zoom-out" label={t('Further away (−)')} onClick={() => acts.zoom(1.25)} />
      <span className={styles.gap} />
      <IconButton icon="eye" label={t('Show only this (I)')} disabled={!chosen} onClick={acts.isolate} />
      <IconButton icon="hidden" label={t('Hide (H)')} disabled={!chosen} onClick={acts.hide} />
      <IconButton icon="undo" label={t('Show all (A)')} disabled={!touched} onClick={acts.showAll} />
      <IconButton
        icon="layers"
        label={t('Hint at the rest (G)')}
        pressed={state.ghosts}
        onClick={acts.toggleGhosts}
      />
      <span className={styles.gap} />
      <IconButton
        icon="scissors"
        label={t('Section (X)')}
        pressed={state.planes.length > 0}
        onClick={acts.toggleCut}
      />
      <IconButton
        icon="ruler"
        label={t('Measure (M)')}
        pressed={state.tool === 'measure'}
        onClick={acts.toggleMeasure}
      />
      <IconButton icon="compass" label={t('Fly (V)')} pressed={state.flies} onClick={acts.toggleFlight} />
      <Menu items={several}>
        {(trigger) => (
          <IconButton icon="scan" label={t('Choose several')} pressed={state.tool === 'box'} {...trigger} />
        )}
      </Menu>
      {(colours.length > 0 || measures.length > 0) && (
        <Menu items={colourEntries}>
          {(trigger) => (
            <IconButton icon="palette" label={t('Colours')} pressed={state.colour !== null} {...trigger} />
          )}
        </Menu>
      )}
      {models.length > 0 && (
        <Menu items={[{ kind: 'label', label: t('Models') }, ...modelEntries]}>
          {(trigger) => <IconButton icon="boxes" label={t('Models')} {...trigger} />}
        </Menu>
      )}
    </div>
  )
}
