import { must } from '#base/assert.ts'
import { decimal, roundHalfUp, type Decimal } from '#base/decimal.ts'
import { planProgress } from '../commands/progress-plan.ts'
import { withRecords } from '../records/open-records.ts'
import type { Services } from '../services.ts'
import { dayOf } from './demo-days.ts'
import type { DemoCrew } from './demo-records.ts'
import type { DemoPlaces } from './demo-site.ts'
import type { BuiltSection, DemoSite } from './demo-site-file.ts'
import { change, create, linesOf, pairs, type DemoLine } from './demo-writer.ts'

const hourly = '54.60'
const yesterday = -1

/** What is planned, done and spent of an accepted version: noted week by week, slow at first, then fast, slow at the end. */
export async function writeDemoProgress(
  services: Services,
  crew: DemoCrew,
  { shell }: DemoSite,
  { project, nodes }: DemoPlaces,
  version: string,
  today: Date,
): Promise<void> {
  const day = (days: number): string => dayOf({ days }, today)
  const owner = crew.byRole('owner')
  const lines = await withRecords({ caller: owner, services }, async (context) => {
    await planProgress.run(context, { project }, services)
    const plans = await pairs(context, 'work_plans', 'title', 'id', { field: 'project', value: project })
    for (const { title, planned } of shell.sections) {
      const plan = must(plans.get(title), `${title} is planned`)
      await change(context, 'work_plans', plan, { start: day(planned[0]), finish: day(planned[1]) })
    }
    return linesOf(context, version)
  })
  const weeks = shell.sections.flatMap((section) => weeksOf(section, lines))
  await withRecords({ caller: crew.byRole('member'), services }, (context) =>
    create(
      context,
      'progress_entries',
      weeks.flatMap((week) =>
        week.done.map(({ line, quantity }) => ({
          line,
          quantity,
          method: 'quantity',
          day: day(week.day),
          place: must(nodes.get(week.place), `${week.place} is a place`),
        })),
      ),
    ),
  )
  await withRecords({ caller: owner, services }, (context) =>
    create(
      context,
      'actual_costs',
      weeks.flatMap((week) => week.costs.map((cost) => ({ ...cost, project, day: day(week.day) }))),
    ),
  )
}

interface Week {
  /** Counted from today. */
  day: number
  place: string
  done: { line: string; quantity: string }[]
  costs: Record<string, string>[]
}

function weeksOf(
  { title, lines, done, places, cost, labour }: BuiltSection,
  known: Map<string, DemoLine>,
): Week[] {
  const [first, last] = done
  const until = Math.min(last, yesterday)
  const before = lines.map(() => decimal(0))
  const weeks: Week[] = []
  for (let begin = first; begin <= until; begin += 7) {
    const day = Math.min(begin + 6, until)
    const share = shareDone(day - first + 1, last - first + 1)
    const week: Week = { day, place: placeAt(places, share), done: [], costs: [] }
    let material = decimal(0)
    for (const [at, { title: name, quantity, unit, recipe }] of lines.entries()) {
      const { id, rate } = must(known.get(name), `${name} is a line`)
      const reached = decimal(roundHalfUp(decimal(quantity).times(share), unit === 'pcs' ? 0 : 1))
      const fresh = reached.minus(must(before[at]))
      if (fresh.lte(0)) continue
      before[at] = reached
      week.done.push({ line: id, quantity: fresh.toString() })
      const spent = fresh.times(rate).times(cost)
      const wages = spent.times(labour)
      material = material.plus(spent.minus(wages))
      // Hours are noted on lines that a recipe says the hours of; so that both can be compared.
      week.costs.push({
        text: `Wages, ${name}`,
        type: 'labour',
        amount: roundHalfUp(wages, 2),
        hours: roundHalfUp(wages.div(hourly), 2),
        ...(recipe !== undefined && { line: id }),
      })
    }
    if (material.gt(0))
      week.costs.push({
        text: `Material and machines, ${title}`,
        type: 'material',
        amount: roundHalfUp(material, 2),
      })
    weeks.push(week)
  }
  return weeks
}

/** 3t² − 2t³: which part is done after so many of all days. */
function shareDone(days: number, all: number): Decimal {
  const t = decimal(days).div(all)
  return t.times(t).times(decimal(3).minus(t.times(2)))
}

const placeAt = (places: readonly string[], share: Decimal): string =>
  must(places[Math.min(places.length - 1, Math.floor(share.times(places.length).toNumber()))])
