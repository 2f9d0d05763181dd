import { choosePath } from '../app/commands.ts';
import { Icon } from '../ui/icons.tsx';
import { PathText } from '../ui/path-text.tsx';
import { rolesText } from './roles-text.ts';

interface RoleFoldersProps {
  readonly folders: readonly string[];
  onChange(folders: readonly string[]): void;
}

export function RoleFolders({ folders, onChange }: RoleFoldersProps) {
  const add = async (): Promise<void> => {
    const folder = await choosePath('role-folder');
    if (folder !== null && !folders.includes(folder)) onChange([...folders, folder]);
  };
  return (
    <fieldset className="rule-field role-part">
      <legend>{rolesText.folders}</legend>
      {folders.length === 0 && <p className="rule-hint">{rolesText.anyFolder}</p>}
      {folders.map((folder) => (
        <div key={folder} className="role-row">
          <PathText path={folder} />
          <button
            type="button"
            className="icon-button"
            aria-label={rolesText.removeFolder(folder)}
            onClick={() => onChange(folders.filter((item) => item !== folder))}
          >
            <Icon name="cross" />
          </button>
        </div>
      ))}
      <button type="button" className="button" onClick={() => void add()}>
        {rolesText.addFolder}
      </button>
    </fieldset>
  );
}
