import {
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { projectFiles } from '../../scripts/verify/sources.ts';

const ROOT = resolve(import.meta.dirname, '../..');
export const fileText = (path: string) => readFileSync(join(ROOT, path), 'utf8');

type Instruction = { name: string; rest: string };

/** The instructions of the Dockerfile's last stage, which is the final image. */
function lastStage(): Instruction[] {
  const found = fileText('Dockerfile').matchAll(/^([A-Z]+) +(.*)$/gm);
  const all = [...found].map(([, name = '', rest = '']) => ({ name, rest }));
  return all.slice(all.findLastIndex(({ name }) => name === 'FROM'));
}

export const imageInstructions = (name: string) =>
  lastStage()
    .filter((line) => line.name === name)
    .map(({ rest }) => rest);

/** `NAME=value NAME=value`, as an image and a unit file write them. */
export const named = (lines: readonly string[]) =>
  Object.fromEntries(
    lines.flatMap((line) => line.split(' ')).map((pair) => pair.split('=') as [string, string]),
  );

/** The argument list of a CMD or a HEALTHCHECK. */
export const command = (line: string | undefined) =>
  JSON.parse((line ?? '[]').replace(/^[^[]*/, '')) as string[];

/** Paths that .dockerignore includes. */
export const includedPaths = () => fileText('.dockerignore').match(/(?<=^!).+$/gm) ?? [];

/** Paths among those that it excludes again, each pattern as an expression. */
const EXCLUDED_PATHS = fileText('.dockerignore')
  .split('\n')
  .filter((line) => /^[^!#]/.test(line) && line !== '*')
  .map((line) =>
    line
      .replaceAll('.', '\\.')
      .replaceAll('**/', '(?:.*/)?')
      .replaceAll(/(?<!\.)\*/g, '[^/]*'),
  )
  .map((text) => new RegExp(`^${text}(/|$)`));
const isExcluded = (path: string) => EXCLUDED_PATHS.some((one) => one.test(path));

/** The project's own files in the image, without the build and the packages. */
export function imageFiles(): string[] {
  const copied = imageInstructions('COPY').flatMap((line) => line.match(/(?<=\/app\/)\S+/g) ?? []);
  return projectFiles().filter(
    (path) => copied.some((part) => path === part || path.startsWith(`${part}/`)) && !isExcluded(path),
  );
}

/** Creates the image's tree next to the sources, as its COPY lines do, from the build and packages here. */
export function layImage(): string {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const tree = mkdtempSync(join(ROOT, '.cache/image-'));
  for (const line of imageInstructions('COPY')) {
    const [stage = '', ...paths] = line.split(' ');
    const target = join(tree, paths.at(-1) ?? '');
    if (stage === '--from=packages') layPackages(tree);
    else for (const path of paths.slice(0, -1)) layPart(relative('/app', path), target);
  }
  return tree;
}

function layPart(path: string, target: string): void {
  const source = join(ROOT, path);
  // The image has neither the build's cache nor tests.
  const wanted: Wanted = ({ name, parentPath }) =>
    path === '.next' ? name !== 'cache' : !isExcluded(relative(ROOT, join(parentPath, name)));
  if (statSync(source).isFile()) cpSync(source, join(target, path));
  else link(source, target, wanted);
}

/** The packages that `npm ci --omit=dev` installs, without those that the Dockerfile removes. */
function layPackages(tree: string): void {
  const { packages } = JSON.parse(fileText('package-lock.json')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  const removed = [...fileText('Dockerfile').matchAll(/node_modules\/\S+(?=\*)/g)].map(([path]) => path);
  for (const [path, { dev }] of Object.entries(packages))
    if (path !== '' && !dev && !removed.some((name) => path.startsWith(name)))
      link(join(ROOT, path), join(tree, path), ({ name }) => name !== 'node_modules');
}

type Wanted = (entry: { name: string; parentPath: string }) => boolean;

/**
 * Links the same files in another place. A package for another platform is not installed, so it is skipped.
 */
function link(source: string, target: string, wanted: Wanted): void {
  const entries = statSync(source, { throwIfNoEntry: false })
    ? readdirSync(source, { withFileTypes: true })
    : [];
  for (const entry of entries.filter(wanted)) {
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    if (entry.isDirectory()) link(from, to, wanted);
    else {
      mkdirSync(dirname(to), { recursive: true });
      if (entry.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
      else linkSync(from, to);
    }
  }
}

/**
 * Every file of a tree with its time and size, to detect writes that a read-only file system would refuse.
 */
export function filesOf(tree: string): string[] {
  return readdirSync(tree, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const { size, mtimeMs } = statSync(path);
      return `${relative(tree, path)} ${size} ${mtimeMs}`;
    })
    .toSorted();
}
