import { lazy, Suspense, useState } from 'react'
import type { ViewSettings } from '#contracts/view.ts'
import { ApiError } from '#engine/data/api-error.ts'
import { reportFailure } from '#engine/data/report-failure.ts'
import { useModel } from '#engine/data/use-model.ts'
import { useSession } from '#engine/session-context.tsx'
import { Button } from '#ui/button.tsx'
import { Menu, type MenuEntry } from '#ui/menu.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'
import type { SavedView, SavedViews } from './use-saved-views.ts'
import { differs } from './view-settings.ts'

const ViewDialog = lazy(() => import('./view-dialog.tsx').then((module) => ({ default: module.ViewDialog })))

interface ViewPickerProps {
  saved: SavedViews
  /** What is shown now, as it would be saved. */
  now: ViewSettings
  /** Shows the chosen view as it was saved. */
  onRevert: () => void
  /** What was changed here is part of a view now. */
  onSaved: () => void
}

/** The views of a list: choose one, save what is shown, for oneself or for everybody. */
export function ViewPicker({ saved, now, onRevert, onSaved }: ViewPickerProps) {
  const t = useTranslate()
  const { role } = useSession()
  const runsAll = role === 'owner' || role === 'admin'
  // Of the roles that are built in, these two change all screens and the others none; a workspace's own may change some.
  const isBuiltIn = runsAll || role === 'member' || role === 'customer'
  const model = useModel(isBuiltIn ? null : 'sys_view')
  const [asking, setAsking] = useState<'new' | 'edit' | null>(null)
  const { current, views } = saved
  // Views for everybody are part of the screens: who may change those may change these.
  const mayShare =
    runsAll || model.data?.fields.some(({ key, read_only }) => key === 'shared' && !read_only) === true
  const changed = current ? differs(now, current.settings) : Object.keys(now).length > 0
  const mayChange = current !== null && (!current.shared || mayShare)
  const under = views.filter(({ baseId }) => baseId === null || !views.some(({ id }) => id === baseId))
  // What stands over a view that is gone is a view of its own.
  const base = current?.baseId ? views.find(({ id }) => id === current.baseId) : undefined
  const shown = base ?? current
  const act = (work: Promise<void>, done: string): void =>
    void work.then(
      () => (onSaved(), toast.success(done)),
      (error: unknown) =>
        error instanceof ApiError && error.code === 'not_found'
          ? toast.error(t('This view is gone. You can save what you see as a new one.'))
          : reportFailure(error),
    )
  const choices: MenuEntry = {
    kind: 'choice',
    label: t('Views'),
    value: shown?.id ?? '',
    options: [
      { value: '', label: t('As it is') },
      ...under.map(({ id, title, shared }) => ({ value: id, label: title, icon: shared ? 'users' : 'user' })),
    ],
    onChange: (id) => saved.choose(id === '' ? null : id),
  }
  const entries: MenuEntry[] = [
    choices,
    { kind: 'separator' },
    ...(changed && current && mayChange
      ? [
          {
            label: current.shared ? t('Save for everybody') : t('Save changes'),
            icon: 'save',
            onSelect: () => act(saved.update(current.id, { settings: now }), t('View saved')),
          },
        ]
      : []),
    ...(changed && current?.shared
      ? [
          {
            label: t('Save for me only'),
            icon: 'user',
            onSelect: () =>
              act(
                saved.create({ title: current.title, shared: false, baseId: current.id, settings: now }),
                t('View saved'),
              ),
          },
        ]
      : []),
    ...(changed
      ? [
          {
            label: current ? t('Back to the saved view') : t('Back to the usual view'),
            icon: 'undo',
            onSelect: onRevert,
          },
        ]
      : []),
    { label: t('Save as a new view'), icon: 'plus', onSelect: () => setAsking('new') },
    ...(mayChange && current
      ? [
          // One's own changes of a view bear its name.
          ...(base
            ? []
            : [{ label: t('Name and roles'), icon: 'pencil', onSelect: () => setAsking('edit') }]),
          {
            label: base ? t('Drop my changes') : t('Delete view'),
            icon: 'trash',
            tone: 'danger' as const,
            onSelect: () =>
              act(saved.remove(current.id), base ? t('Your changes were dropped') : t('View deleted')),
          },
        ]
      : []),
  ]
  return (
    <>
      <Menu items={entries}>
        {(trigger) => (
          <Button variant="ghost" icon="layers" {...trigger}>
            {shown?.title ?? t('View')}
            {changed && ' •'}
          </Button>
        )}
      </Menu>
      {asking && (
        <Suspense>
          <ViewDialog
            view={asking === 'edit' ? current : null}
            views={views}
            mayShare={mayShare}
            onClose={() => setAsking(null)}
            onSave={async (wish) => {
              if (asking === 'edit' && current) await saved.update(current.id, withoutShared(current, wish))
              else await saved.create({ ...wish, settings: now })
              onSaved()
              setAsking(null)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

const withoutShared = (
  { shared }: SavedView,
  { title, defaultFor }: { title: string; defaultFor: readonly string[] },
) => ({ title, ...(shared && { defaultFor }) })
