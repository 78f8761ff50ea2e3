import { setTimeout as sleep } from 'node:timers/promises'
import { assert, must } from '#base/assert.ts'
import { bimRead } from '../commands/bim-read.ts'
import { acceptTakeoff } from '../commands/takeoff-accept.ts'
import { proposeTakeoff } from '../commands/takeoff-propose.ts'
import { runTakeoff } from '../commands/takeoff-run.ts'
import type { Caller } from '../database/in-tenant.ts'
import { keepFile } from '../files/keep-file.ts'
import { withRecords } from '../records/open-records.ts'
import { ask, type RecordContext } from '../records/record-context.ts'
import type { Services } from '../services.ts'
import { readDocument } from './demo-files.ts'
import type { DemoPlaces } from './demo-site.ts'
import type { DemoSite } from './demo-site-file.ts'
import { createOne, currentOf, pairs } from './demo-writer.ts'

const patience = 120_000
const mostTries = 5

/** The building model, read by the same reader as any other. Answers the building project. */
export async function writeDemoBuilding(
  services: Services,
  owner: Caller,
  { model }: DemoSite,
  { project }: DemoPlaces,
): Promise<string> {
  const { id } = await keepFile(owner, services.files, readDocument(model.file))
  const made = await withRecords({ caller: owner, services }, async (context) => {
    const building = await createOne(context, 'bim_projects', { name: model.name, project })
    const parent = { bim_project: building, name: model.model, discipline: model.discipline }
    const version = await createOne(context, 'bim_model_versions', {
      bim_model: await createOne(context, 'bim_models', parent),
      file: [{ id }],
    })
    await bimRead.run(context, { version }, services)
    return { building, version }
  })
  await waitUntilRead(services, owner, made.version, model.file)
  return made.building
}

/**
 * Waits for the reader. Another process on the same database may take the file up without having it on its disk: then it is
 * asked for again.
 */
async function waitUntilRead(
  services: Services,
  owner: Caller,
  version: string,
  file: string,
): Promise<void> {
  let tries = 1
  for (const begun = Date.now(); ; await sleep(200)) {
    const row = await withRecords({ caller: owner, services }, (context) => readingOf(context, version))
    if (row.status === 'ready') return
    const isOver = Date.now() - begun > patience || (row.status === 'failed' && tries === mostTries)
    assert(!isOver, `${file} is ${row.status}: ${row.reason}`)
    if (row.status !== 'failed') continue
    tries += 1
    await withRecords({ caller: owner, services }, (context) => bimRead.run(context, { version }, services))
  }
}

async function readingOf(
  context: RecordContext,
  version: string,
): Promise<{ status: string; reason: string }> {
  const { rows } = await ask(context, {
    model: 'bim_model_versions',
    fields: ['status', 'reason'],
    where: { field: 'id', op: 'eq', value: version },
  })
  const { status, reason } = must(rows[0])
  return { status: String(status), reason: String(reason ?? '') }
}

/** Rules that count the building: a first run whose lines stand in a draft, and a second one that proposes more. */
export async function writeDemoTakeoff(
  services: Services,
  owner: Caller,
  { model: { rules } }: DemoSite,
  { project, customer }: DemoPlaces,
  building: string,
): Promise<void> {
  const { name, method, estimate: title } = rules
  const set = await withRecords({ caller: owner, services }, async (context) => {
    const made = await createOne(context, 'takeoff_rule_sets', { name, method, bim_project: building })
    const recipes = await pairs(context, 'recipe_versions', 'recipe.code', 'id')
    for (const { recipe, ...rule } of rules.rules) {
      const priced =
        typeof recipe === 'string'
          ? { recipe_version: must(recipes.get(recipe), `${recipe} is a recipe`) }
          : {}
      await createOne(context, 'takeoff_rules', { ...usual, ...rule, ...priced, rule_set: made })
    }
    return made
  })
  await withRecords({ caller: owner, services }, async (context) => {
    const estimate = await createOne(context, 'estimates', { name: title, project, customer })
    const version = await currentOf(context, estimate)
    const { run } = (await runTakeoff.run(context, { rule_set: set }, services)) as { run: string }
    const { hash } = (await proposeTakeoff.run(context, { run, version }, services)) as { hash: string }
    await acceptTakeoff.run(context, { run, version, hash }, services)
    await createOne(context, 'takeoff_rules', { ...usual, ...rules.later, rule_set: set })
    await runTakeoff.run(context, { rule_set: set }, services)
  })
}

const usual = { when_missing: 'computed' }
