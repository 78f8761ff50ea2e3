import type pg from 'pg'
import { assert, must } from '#base/assert.ts'
import { inTenant, inUser, type Caller } from '../database/in-tenant.ts'
import { repeatOnClash } from '../database/repeat-on-clash.ts'
import { releaseChanges } from '../releases/release-changes.ts'
import type { Services } from '../services.ts'
import { changeTenant } from '../tenants/change-tenant.ts'
import { makeTenant } from '../tenants/make-tenant.ts'
import { demoDefinitions, laterRoles } from './demo-definitions.ts'
import { readDemo, type Demo } from './demo-files.ts'
import { writeDemoCatalogue } from './demo-catalogue.ts'
import { writeDemoBuilding, writeDemoTakeoff } from './demo-building.ts'
import { writeDemoEstimate } from './demo-estimate.ts'
import { writeDemoNews } from './demo-news.ts'
import { writeDemoFinishes, writeDemoShell } from './demo-offers.ts'
import { writeDemoNodeLines } from './demo-node-lines.ts'
import { writeDemoProgress } from './demo-progress.ts'
import { writeDemoRecords, type DemoCrew } from './demo-records.ts'
import { writeDemoSite } from './demo-site.ts'
import { readDemoSite } from './demo-site-file.ts'
import { writeDemoShare, writeDemoWorkflows } from './demo-automation.ts'
import { signIn, type DemoDoors, type SignedIn } from './demo-sign-in.ts'
import { joinPerson } from './join-person.ts'

// The workspace has this address until everything is in it; one that still has was cut off half-way. Its name is its own from
// the beginning: mails are written meanwhile.
const unfinished = 'demo-unfinished'

/**
 * Makes the demo workspace once: its people with known passwords, its definitions in one release, its records. Answers
 * who can sign in. A second call changes nothing; after one that was cut off it begins again. Throws unless this is a
 * demo in development on a loopback address.
 */
export async function installDemo(services: Services, doors: DemoDoors): Promise<Services['demoPeople']> {
  const { settings, log, database } = services
  assert(
    settings.demo && settings.developmentHelpers && !settings.hosted,
    'known passwords stay on this machine',
  )
  const demo = await readDemo()
  const begun = Date.now()
  const lock = await database.owner.connect()
  try {
    // Two processes on one database: the second waits and finds everything there.
    await lock.query(`select pg_advisory_lock(hashtext('formwork demo'))`)
    if (!(await isInstalled(database.owner, ownerOf(demo).email))) {
      await install(services, doors, demo)
      log.info('The demo workspace was made', { ms: Date.now() - begun })
    }
  } finally {
    // Destroyed, not returned: the lock ends with it.
    lock.release(true)
  }
  const labels = new Map(demo.roles.map(({ key, label }) => [key, label]))
  return demo.people.map(({ name, email, role }) => ({
    name,
    email,
    role: labels.get(role) ?? `${role.charAt(0).toUpperCase()}${role.slice(1)}`,
    password: demo.password,
  }))
}

const ownerOf = ({ people }: Demo) => must(people.find(({ role }) => role === 'owner'))

async function isInstalled(owner: pg.Pool, email: string): Promise<boolean> {
  const { rows } = await owner.query<{ id: string; subdomain: string | null }>(
    `select t.id, t.subdomain from app.tenants t join app.users u on u.id = t.created_by where u.email = $1`,
    [email],
  )
  for (const { id, subdomain } of rows) {
    // The work in the background that was cut off with it goes on meanwhile, and takes the rows in another order.
    if (subdomain === unfinished) await repeatOnClash(() => removeTenant(owner, id))
  }
  return rows.some(({ subdomain }) => subdomain !== unfinished)
}

async function removeTenant(owner: pg.Pool, id: string): Promise<void> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    // Its audit log goes with it only where somebody says that the whole workspace is being removed.
    await client.query(`select set_config('app.tenant', $1, true), set_config('app.removing', $1, true)`, [
      id,
    ])
    // A whole workspace takes longer than a request may, and nobody waits for it yet.
    await client.query(`set local statement_timeout = '5min'`)
    for (const text of [
      'delete from app.objects where tenant_id = $1',
      'delete from app.tenants where id = $1',
    ])
      await client.query({ text, values: [id], query_timeout: 300_000 } as pg.QueryConfig)
    // It never was anybody's: its address need not rest.
    await client.query('delete from app_private.resting_subdomains where tenant_id = $1', [id])
    await client.query('commit')
  } finally {
    client.release(true)
  }
}

async function install(services: Services, doors: DemoDoors, demo: Demo): Promise<void> {
  const { password } = demo
  const signedIn = new Map<string, SignedIn>()
  for (const { name, email } of demo.people) {
    await doors.putPerson({ name, email, password })
    signedIn.set(email, await signIn(services, doors, { email, password }))
  }
  const person = (email: string): SignedIn => must(signedIn.get(email), `${email} is one of the people`)
  const boss = person(ownerOf(demo).email)
  const { name, subdomain } = demo.workspace
  const tenant = await inUser(boss.user, (tx) => makeTenant(tx, boss.user, { name, subdomain: unfinished }))
  const callers = new Map<string, Caller>(
    demo.people.map(({ email, role }) => [email, person(email).enter(tenant, role)]),
  )
  const owner = must(callers.get(ownerOf(demo).email))
  await inTenant(owner, (tx) => releaseChanges(tx, owner, demoDefinitions(demo), 'Demo workspace'), {
    mode: 'release',
  })
  for (const { email, role } of demo.people)
    if (role !== 'owner') await joinPerson(owner, person(email).user, email, role)
  const crew: DemoCrew = {
    byEmail: (email: string) => must(callers.get(email), `${email} is one of the people`),
    byRole: (role: string) => crew.byEmail(must(demo.people.find((one) => one.role === role)).email),
  }
  const today = new Date()
  await writeDemoRecords(services, demo, crew, today)
  await writeDemoCatalogue(services, owner)
  await writeDemoBusiness(services, crew, today)
  await inTenant(owner, (tx) => releaseChanges(tx, owner, laterRoles(demo), 'Roles'), { mode: 'release' })
  await inTenant(owner, (tx) => changeTenant(tx, owner, { subdomain }), { mode: 'release' })
  // Another demo on this database begins with the same address.
  await services.database.owner.query('delete from app_private.resting_subdomains where subdomain = $1', [
    unfinished,
  ])
  for (const { leave } of signedIn.values()) await leave()
}

/** The site that is being built, through the standard models: what every stock screen shows. */
async function writeDemoBusiness(services: Services, crew: DemoCrew, today: Date): Promise<void> {
  const owner = crew.byRole('owner')
  const site = readDemoSite()
  const places = await writeDemoSite(services, crew, site, today)
  await writeDemoEstimate(services, owner, places.other)
  const agreed = await writeDemoShell(services, crew, site, places)
  await writeDemoNodeLines(services, owner, site, places, agreed)
  await writeDemoProgress(services, crew, site, places, agreed, today)
  await writeDemoFinishes(services, crew, site, places, today)
  await writeDemoNews(services, owner, site, places, today)
  const building = await writeDemoBuilding(services, owner, site, places)
  await writeDemoTakeoff(services, owner, site, places, building)
  await writeDemoWorkflows(services, crew, site)
  await writeDemoShare(services, owner, site)
}
