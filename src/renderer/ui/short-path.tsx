/** A path as people name it: below its folder; the whole path appears on hover. */
import { visibleText } from '../../shared/base/visible-text.ts';
import { pathInside } from '../text/place-names.ts';
import { PathText } from './path-text.tsx';

interface ShortPathProps {
  readonly path: string;
  readonly folders: readonly string[];
}

export const ShortPath = ({ path, folders }: ShortPathProps) => (
  <span title={visibleText(path)}>
    <PathText path={pathInside(path, folders)} />
  </span>
);
