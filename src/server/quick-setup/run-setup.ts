import { AppError } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import type { Trade } from '#contracts/api/quick-setup.ts'
import type { Language } from '#contracts/language.ts'
import { quickSetupIn } from '#features/quick-setup/quick-setup-in.ts'
import type { Caller } from '../database/in-tenant.ts'
import { takenScreens } from '../imports/place-screens.ts'
import { createInvite } from '../invites/invites.ts'
import type { RecordContext } from '../records/record-context.ts'
import { releaseChanges } from '../releases/release-changes.ts'
import type { Services } from '../services.ts'
import { adaptModel, starterRelease } from './starter-release.ts'

/** What is noted with the release it makes, in the language of what it makes. */
const setupTitles: Readonly<Record<Language, string>> = { en: 'Quick setup', de: 'Schnelleinrichtung' }

export interface Setup {
  language: Language
  trade: Trade | null
  /** Keys of starter models. */
  manage: readonly string[]
  people: readonly { email: string; role: string }[]
}

export interface SetupResult {
  models: string[]
  kept: string[]
  routes: string[]
  invited: string[]
  release: string | null
}

const areas = ['models', 'layouts', 'routes'] as const

/**
 * Makes the chosen starter models with their screens in one release and invites people, all in this transaction (mode
 * `release`). Models whose key is there already stay as they are. Throws 403, 422.
 */
export async function runSetup(
  context: RecordContext,
  asking: { caller: Caller; services: Services },
  setup: Setup,
): Promise<SetupResult> {
  const { tx, access, workspace } = context
  const { caller, services } = asking
  if (!areas.every((area) => access.manages(area)))
    throw new AppError('forbidden', 'Your role may not set up the workspace.')
  const wanted = [...new Set(setup.manage)]
  const kept = wanted.filter((key) => workspace.models.has(key))
  const fresh = wanted.filter((key) => !kept.includes(key))
  const present = new Set([...fresh, ...[...workspace.modelsById.values()].map(({ key }) => key)])
  const { manage } = quickSetupIn(setup.language)
  const models = fresh.map((key) =>
    adaptModel(must(manage.find((model) => model.key === key)), setup.trade, present),
  )
  const { changes, routes } = starterRelease(models, await takenScreens(tx, caller), setup.language)
  const title = setupTitles[setup.language]
  const note = setup.trade ? `${title}: ${setup.trade.label}` : title
  const released = changes.length > 0 ? await releaseChanges(tx, caller, changes, note) : null
  const invited: string[] = []
  for (const { email, role } of setup.people) {
    await createInvite({ ...context, caller }, services, { email: email.toLowerCase(), role })
    invited.push(email.toLowerCase())
  }
  return { models: fresh, kept, routes, invited, release: released?.releaseId ?? null }
}
