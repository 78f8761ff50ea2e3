import { must } from '#base/assert.ts'
import { priceEstimateLine } from '../commands/estimate-price-line.ts'
import type { Caller } from '../database/in-tenant.ts'
import { keptOnce } from '../estimates/kept-once.ts'
import { withRecords } from '../records/open-records.ts'
import { ask, type RecordContext } from '../records/record-context.ts'
import type { Services } from '../services.ts'
import { dayOf } from './demo-days.ts'
import type { DemoCrew } from './demo-records.ts'
import type { DemoPlaces } from './demo-site.ts'
import type { DemoSite, OfferedSection } from './demo-site-file.ts'
import { change, create, createOne, currentOf, issue, pairs } from './demo-writer.ts'

interface Offer {
  name: string
  description: string
  sections: readonly OfferedSection[]
}

/** An offer the customer accepts, signed by name: what is being built. Answers the accepted version. */
export async function writeDemoShell(
  services: Services,
  crew: DemoCrew,
  { shell, customer }: DemoSite,
  at: DemoPlaces,
): Promise<string> {
  const version = await withRecords({ caller: crew.byRole('owner'), services }, async (context) => {
    const made = await writeOffer(context, services, shell, at)
    await issue(context, made)
    return made
  })
  await accept(services, crew.byEmail(String(customer.email)), version, String(customer.contact))
  return version
}

/** An offer that waits for the customer, with things to choose, and what they ask about it. */
export async function writeDemoFinishes(
  services: Services,
  crew: DemoCrew,
  { finishes, questions, customer }: DemoSite,
  at: DemoPlaces,
  today: Date,
): Promise<void> {
  const owner = crew.byRole('owner')
  const offered = await withRecords({ caller: owner, services }, async (context) => {
    const version = await writeOffer(context, services, finishes, at)
    const { customer_text, valid_days } = finishes
    const valid_until = dayOf({ days: valid_days }, today)
    await change(context, 'estimate_versions', version, { customer_text, valid_until })
    await issue(context, version)
    return version
  })
  const asking = { caller: crew.byEmail(String(customer.email)), services }
  const asked = await withRecords(asking, (context) =>
    create(
      context,
      'estimate_questions',
      questions.map(({ question }) => ({ version: offered, question })),
    ),
  )
  await withRecords({ caller: owner, services }, async (context) => {
    for (const [place, { answer }] of questions.entries())
      if (answer !== undefined) await change(context, 'estimate_questions', must(asked[place]), { answer })
  })
}

async function writeOffer(
  context: RecordContext,
  services: Services,
  { name, description, sections }: Offer,
  { project, customer }: DemoPlaces,
): Promise<string> {
  const estimate = await createOne(context, 'estimates', { name, description, project, customer })
  const version = await currentOf(context, estimate)
  const lines = sections.flatMap((section, at) => section.lines.map((line) => ({ line, at })))
  const ids = await keptOnce(context, { definition: true }, async () => {
    const tops = await create(
      context,
      'estimate_lines',
      sections.map(({ title }) => ({ version, kind: 'section', title })),
    )
    return create(
      context,
      'estimate_lines',
      lines.map(({ line: { title, unit, quantity, rate, type, group, no, customer_text }, at }) => ({
        version,
        parent: tops[at],
        kind: 'line',
        title,
        unit,
        quantity,
        vat_code: 'standard',
        rate_source: 'manual',
        unit_rate: rate,
        item_type: type ?? 'normal',
        selected: !isUnchosen(type),
        alt_group: group ?? null,
        alt_no: no ?? null,
        customer_text: customer_text ?? null,
      })),
    )
  })
  const recipes = await pairs(context, 'recipes', 'code', 'id')
  for (const [at, { line }] of lines.entries()) {
    if (line.recipe === undefined) continue
    const recipe = must(recipes.get(line.recipe), `${line.recipe} is a recipe`)
    await priceEstimateLine.run(context, { line: ids[at], recipe }, services)
  }
  return version
}

const isUnchosen = (type: string | undefined): boolean =>
  type === 'alternative' || type === 'optional_without_total'

async function accept(services: Services, caller: Caller, version: string, name: string): Promise<void> {
  await withRecords({ caller, services }, async (context) => {
    const { rows } = await ask(context, {
      model: 'estimate_versions',
      fields: ['gross', 'content_hash'],
      where: { field: 'id', op: 'eq', value: version },
    })
    const { gross, content_hash } = must(rows[0])
    const shown = { version, gross, content_hash }
    await createOne(context, 'acceptances', {
      ...shown,
      decision: 'accepted',
      signer_name: name,
      terms: true,
    })
  })
}
