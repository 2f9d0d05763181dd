/** Python and its tools. */
import type { ProgramFamily, ProgramSpec } from '../program-spec.ts';

const packages: ProgramSpec = {
  effects: 'runs network writes',
  phrase: 'fetches packages and runs what they bring',
  flags: { '-C --directory --project': 'none =dir : works in another folder' },
};

export const pythonFamily: ProgramFamily = [
  [
    `python python2 python3 python3.8 python3.9 python3.10 python3.11 python3.12 python3.13
    python3.14 pypy pypy3 py`,
    { effects: 'runs', phrase: 'runs a program text', infoFlags: '-V -VV -h' },
  ],
  [
    'ipython ipython3 jython micropython bpython ptpython pdb',
    { effects: 'runs', phrase: 'runs a program text' },
  ],
  [
    'pip pip2 pip3',
    {
      ...packages,
      infoFlags: '-V -h',
      flags: { '--python': 'runs =program : names a program to run', '--log': 'writes =out' },
      subcommands: [
        ['list, show, freeze, check, cache dir, config list, config get', 'reads network'],
        ['*', 'runs network writes'],
      ],
    },
  ],
  [
    'uv',
    {
      ...packages,
      infoFlags: '-V -h',
      subcommands: [
        ['cache dir', 'reads'],
        [
          'pip list, pip show, pip freeze, pip tree, pip check, python list, tool list',
          {
            effects: 'runs reads network',
            phrase: 'starts the Python that it finds in the project',
          },
        ],
        ['*', 'runs network writes'],
      ],
    },
  ],
  [
    `pipx uvx conda mamba micromamba easy_install poetry pipenv pdm hatch rye pixi flit twine pyenv
    virtualenv`,
    packages,
  ],
  [
    `pytest py.test nosetests tox nox unittest behave coverage mutmut locust robot mypy pylint
    flake8 bandit pyre pytype sphinx-build mkdocs jupyter jupyter-lab jupyter-notebook nbconvert
    papermill streamlit gradio uvicorn gunicorn hypercorn flask django-admin celery airflow dbt
    alembic invoke fab ansible ansible-playbook ansible-galaxy ansible-vault ansible-test salt
    scrapy pre-commit commitizen cz cookiecutter copier`,
    { effects: 'runs', phrase: "runs the project's own code or settings" },
  ],
  [
    'ruff black isort autopep8 yapf pyupgrade autoflake docformatter usort djlint',
    {
      effects: 'writes',
      phrase: 'checks or rewrites source files',
      operands: 'loose',
      instead: { '--check --diff': 'reads' },
      flags: {
        '--config --settings-path': 'none =path',
        '-c --code': 'none =pattern',
        '--check --diff': 'none',
        '--output-file -o': 'writes =out',
      },
    },
  ],
  [
    'pyright basedpyright vulture radon pydocstyle pycodestyle pyflakes',
    {
      effects: 'reads',
      operands: 'loose',
      flags: {
        '-p --project': 'none =path',
        '--pythonpath --venvpath -w --watch --createstub --writebaseline': 'runs : starts Python',
        '-O --output-file': 'writes =out',
      },
    },
  ],
  [
    'pygmentize',
    {
      effects: 'reads',
      operands: 'reads',
      flags: {
        '-x': 'runs : loads code',
        '-o': 'writes =out',
        '-l -f -O -P -S -F': 'none =value',
      },
    },
  ],
];
