import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  keptAndWhole,
  startEstimating,
  type EstimatingPlace,
  type Row,
} from '../support/estimating-workspace.ts'
import type { ApiAnswer } from '../support/people.ts'

/** Both begin at once so often, because which of them is first is for the database to say. */
const rounds = 12

let work: EstimatingPlace
let set: string

beforeAll(async () => {
  work = await startEstimating()
  set = (await work.make('cost_group_sets', { key: 'OWN', name: 'Own' }))['id']
}, 60_000)

afterAll(() => work.server.stop())

const draft = async (): Promise<string> =>
  (await work.result('estimate.create', { name: 'House' }))['version']
const line = async (version: string, values: Row): Promise<string> =>
  (await work.make('estimate_lines', { version, title: 'Part', unit: 'm2', quantity: '1', ...values }))['id']
const section = (version: string): Promise<string> => line(version, { kind: 'section' })
const group = async (code: string, parent: string | null = null): Promise<string> =>
  (await work.make('cost_groups', { set, code, name: code, parent }))['id']
const addMarkup = (version: string, key: string, values: Row) =>
  work.owner.post('/api/records/estimate_markups', { version, key, label: key, value: '10', ...values })

/** Both were taken, and what is kept is what the version comes to when all of it is worked out. */
async function expectWhole(version: string, answers: readonly ApiAnswer[]): Promise<void> {
  expect(answers.map(({ status }) => status).filter((status) => status >= 300)).toEqual([])
  const { kept, whole } = await keptAndWhole(work, version)
  expect(kept).toEqual(whole)
}

describe('a markup that is made while what it is reckoned on moves', () => {
  it('follows a cost group that comes into the groups it is for', async () => {
    for (let round = 0; round < rounds; round++) {
      const version = await draft()
      const [chosen, moving] = [await group(`A${round}`), await group(`B${round}`)]
      await line(version, { unit_rate: '100', cost_group: moving })
      const answers = await Promise.all([
        addMarkup(version, 'm', { basis_groups: [chosen] }),
        work.owner.patch(`/api/records/cost_groups/${moving}`, { parent: chosen }),
      ])
      await expectWhole(version, answers)
      expect((await work.read('estimate_versions', version))['net']).toBe('110.00')
    }
  }, 60_000)

  it('follows groups that are made inside and leave, while the draft is edited and copied', async () => {
    for (let round = 0; round < rounds; round++) {
      const version = await draft()
      const chosen = await group(`C${round}`)
      const inner = await group(`D${round}`, chosen)
      const first = await line(version, { unit_rate: '100', cost_group: chosen })
      await addMarkup(version, 'first', { basis_groups: [chosen] })
      const answers = await Promise.all([
        addMarkup(version, 'second', { basis_groups: [inner] }),
        work.owner.patch(`/api/records/estimate_lines/${first}`, { cost_group: inner }),
        work.owner.post('/api/records/cost_groups', { set, code: `E${round}`, name: 'New', parent: chosen }),
        work.owner.patch(`/api/records/cost_groups/${inner}`, { parent: null }),
        work.run('estimate.new-version', { version }),
      ])
      await expectWhole(version, answers)
      await expectWhole(answers[4].body['result'].version, [])
    }
  }, 60_000)

  it('follows a line that comes into the section it is for', async () => {
    for (let round = 0; round < rounds; round++) {
      const version = await draft()
      const [roof, walls] = [await section(version), await section(version)]
      const wall = await line(version, { parent: walls, unit_rate: '100' })
      const answers = await Promise.all([
        addMarkup(version, 'm', { section: roof }),
        work.run('estimate.move-line', { line: wall, inside: roof }),
      ])
      await expectWhole(version, answers)
      expect((await work.read('estimate_versions', version))['net']).toBe('110.00')
    }
  }, 60_000)
})
