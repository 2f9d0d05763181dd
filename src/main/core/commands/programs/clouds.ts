/**
 * Containers, clusters, cloud and hosting tools. Their effects happen on other machines, where
 * Gatehouse cannot check them.
 */
import type { ProgramFamily, ProgramSpec, SubcommandFamily } from '../program-spec.ts';

const cloud: ProgramSpec = {
  effects: 'network',
  infoFlags: '-v version',
  flags: {
    '--profile --region --output --query --project --zone --format --filter --endpoint-url -o -g --resource-group -n --name --subscription -l --location':
      'none =value',
    '--cli-input-json --cli-input-yaml --flags-file': 'reads =path',
    '--no-cli-pager --no-verify-ssl': 'none',
  },
};

const cloudVerbs: SubcommandFamily = [
  [
    `* describe-*, * list-*, * get-*, * list, * show, * describe, * * list, * * show,
    * * describe, * wait, * head-*, * batch-get-*, * search-*, * lookup-*, s3 ls, * estimate-*,
    * test-*, * validate-*, * scan, * query, account list, account show, config list,
    auth list, version, info`,
    'reads network',
  ],
  ['s3 cp, s3 sync, s3 mv, s3 presign, s3api get-object, lambda invoke', 'network writes'],
  ['s3 rm, s3 rb', 'network deletes'],
  [
    `* delete-*, * delete, * * delete, * terminate-*, * remove-*, * deregister-*, * purge-*,
    * stop-*, * reboot-*, * revoke-*, * reset-*, * cancel-*`,
    'network deletes',
  ],
  [
    `* create-*, * create, * * create, * update-*, * update, * * update, * put-*, * start-*,
    * run-*, * add-*, * attach-*, * detach-*, * modify-*, * set-*, * register-*, * tag-*,
    * untag-*, * send-*, * publish, * publish-*, * enable-*, * disable-*, * import-*,
    * export-*, * associate-*, * copy-*, * restore-*, * invoke, * change-*, * upload-*,
    * deploy, * apply, * set, * add, * remove, s3 mb, s3 website, * start, * stop, * restart`,
    'network writes',
  ],
  [
    `configure, configure set, login, logout, auth login, auth print-access-token,
    sts get-session-token, sso login, configure list, sts assume-role,
    secretsmanager get-secret-value, ecr get-login-password, ssm get-parameter, config set,
    account get-access-token, keyvault secret show, auth application-default login,
    codeartifact login`,
    'network privilege',
  ],
  ['help, * help, * * help', 'runs'],
];

const composeConfig: ProgramSpec = {
  effects: 'reads',
  flags: { '-o --output': 'writes =out' },
};

export const cloudsFamily: ProgramFamily = [
  [
    'gh glab hub tea jira linear acli',
    {
      effects: 'network',
      infoFlags: 'version',
      flags: {
        '-R --repo --hostname --jq -q --json -t --template -L --limit -s --state -a --assignee -A --author -l --label -S --search -B --base -H --head':
          'none =value',
        '-w --web': 'runs : opens a browser',
        '--input -F --body-file': 'reads =path',
        '-f --raw-field --field': 'writes =value',
      },
      subcommands: [
        [
          `pr list, pr view, pr status, pr diff, pr checks, issue list, issue view,
          issue status, repo list, repo view, run list, run view, run watch, workflow list,
          workflow view, release list, release view, gist list, gist view, search *,
          label list, org list, status, mr list, mr view, mr diff, ci list, ci view, ci status,
          ci trace, pipeline list, variable list, ruleset list, cache list, project list,
          project view, secret list, ssh-key list, gpg-key list, completion,
          alias list, extension list, config list, config get, repo license list,
          attestation verify`,
          'reads network',
        ],
        [
          'auth status',
          { effects: 'reads network', flags: { '-t --show-token': 'privilege : shows the token' } },
        ],
        [
          `auth token, auth login, auth logout, auth refresh, auth setup-git, secret set,
          secret delete, ssh-key add, gpg-key add, auth switch`,
          'network privilege',
        ],
        [
          `pr create, pr comment, pr edit, pr review, pr ready, issue create, issue comment,
          issue edit, release create, release upload, release edit, repo create, repo edit,
          repo fork, gist create, gist edit, label create, label edit, run rerun, workflow run,
          workflow enable, workflow disable, mr create, mr note, mr approve, mr update,
          variable set, project create, cache delete, pr lock, issue pin, issue transfer,
          issue develop, repo rename, repo sync, release download, run download,
          project item-add, discussion *`,
          'network writes',
        ],
        [
          `pr merge, mr merge, pr checkout, mr checkout, co, repo clone, repo set-default,
          gist clone, pr update-branch`,
          'network git writes',
        ],
        [
          `pr close, issue close, repo delete, repo archive, release delete, run cancel,
          run delete, gist delete, label delete, issue delete, variable delete, pr reopen,
          issue reopen, release delete-asset, mr close, issue lock`,
          'network deletes',
        ],
        ['api', { effects: 'network writes', phrase: 'may change anything at the other end' }],
        [
          `browse, extension install, extension upgrade, extension exec, extension create,
          alias set, alias import, codespace *, copilot *, skyline`,
          'network runs',
        ],
      ],
    },
  ],
  [
    'docker podman nerdctl finch',
    {
      effects: 'reads',
      bare: 'reads',
      infoFlags: '-v version',
      flags: {
        '--config': 'runs =path : takes settings from elsewhere, some of which run programs',
        '-H --host -c --context -l --log-level --url --connection': 'network =value',
        '-f --file': 'none =path',
        '-v --volume --mount': 'privilege =value? : lets it use folders of this machine',
        '--privileged --pid --cap-add --device': 'privilege =value?',
        '--filter --format -n --tail --since --until --name -e --env -p --publish -t --tag -w --workdir -u --user --network --project-name':
          'none =value',
      },
      subcommands: [
        [
          `ps, images, logs, inspect, version, info, stats, top, port, diff, history, events,
          container ls, container list, container ps, container logs, container inspect,
          container stats, container top, container port, container diff, image ls, image list,
          image inspect, image history, volume ls, volume inspect, network ls, network inspect,
          system df, system info, system events, context ls, context show, context inspect,
          compose ps, compose logs, compose images, compose ls, compose top,
          compose port, compose version, compose events, compose volumes, buildx ls, buildx du, manifest inspect, node ls, service ls, service ps,
          service logs, stack ls, stack ps, stack services, secret ls, config ls, plugin ls,
          pod ps, pod inspect, machine list, volume list, network list`,
          'reads',
        ],
        ['compose config', composeConfig],
        [
          'buildx inspect',
          { effects: 'reads', flags: { '--bootstrap': 'runs network : starts a builder' } },
        ],
        [
          'search, scout cves, pull, image pull, compose pull, buildx imagetools inspect',
          'network writes',
        ],
        ['push, image push, login, logout, compose push', 'network privilege'],
        [
          `rm, rmi, kill, stop, pause, unpause, restart, container rm, container stop,
          container kill, container prune, container restart, image rm, image prune, volume rm,
          volume prune, network rm, network prune, system prune, builder prune, buildx prune,
          compose down, compose rm, compose stop, compose kill, compose pause, compose restart,
          service rm, stack rm, secret rm, node rm, context rm, swarm leave, pod rm, pod stop,
          container pause`,
          'deletes',
        ],
        [
          `cp, container cp, tag, image tag, save, image save, load, image load, import, export,
          container export, rename, container rename, commit, container commit, volume create,
          network create, network connect, network disconnect, update, wait, container wait,
          context create, context use, secret create, config create, buildx create, buildx use,
          `,
          'writes',
        ],
        [
          `run, exec, build, start, create, attach, container run, container exec,
          container start, container create, container attach, image build, buildx build,
          buildx bake, builder build, compose up, compose run, compose exec, compose build,
          compose start, compose create, compose watch, compose attach, service create,
          service update, service scale, stack deploy, swarm init, swarm join, swarm update,
          plugin install, debug, init, scout, sandbox, model run, desktop *, mcp *, machine *,
          pod create, pod start, play kube, generate *, unshare, system service,
          buildx install, node update`,
          'runs network privilege',
        ],
        [
          'compose',
          {
            effects: 'runs network privilege',
            flags: {
              '-f --file --env-file': 'none =path',
              '--project-directory': 'none =dir',
              '-p --project-name --profile --ansi --parallel': 'none =value',
            },
            subcommands: [
              ['ps, logs, images, ls, top, port, version, events, volumes', 'reads'],
              ['config', composeConfig],
              ['down, rm, stop, kill, pause, unpause, restart', 'deletes'],
              ['pull, push', 'network writes'],
              [
                `up, run, exec, build, start, create, watch, attach, cp, scale, wait, convert,
                export, publish, commit`,
                'runs network privilege',
              ],
            ],
          },
        ],
      ],
    },
  ],
  [
    'docker-compose podman-compose',
    {
      effects: 'runs network privilege',
      flags: {
        '-f --file --env-file': 'none =path',
        '--project-directory': 'none =dir',
        '-p --project-name': 'none =value',
      },
      subcommands: [
        ['ps, logs, images, ls, top, port, version, events', 'reads'],
        ['config', composeConfig],
        ['down, rm, stop, kill, pause, restart', 'deletes'],
        ['pull', 'network writes'],
        ['up, run, exec, build, start, create, unpause, scale, push', 'runs network privilege'],
      ],
    },
  ],
  [
    'kubectl oc microk8s.kubectl k',
    {
      effects: 'network',
      flags: {
        '--kubeconfig --cluster --token --server -s':
          'runs =value : takes settings from elsewhere, some of which run programs',
        '-n --namespace -l --selector -o --output -c --container --context --field-selector --tail --since --sort-by --user --as -L --timeout':
          'none =value',
        '-f --filename -k --kustomize': 'reads =path',
        '--raw': 'none =pattern',
        '--profile-output --cache-dir --output-directory': 'writes =out',
        '--enable-helm --helm-command --enable-exec --enable-alpha-plugins':
          'runs =value? : runs programs',
      },
      subcommands: [
        [
          `get, describe, logs, top, top *, explain, version, api-resources, api-versions,
          cluster-info, config get-contexts, config current-context,
          config get-clusters, auth can-i, auth whoami, rollout status, rollout history, diff,
          events, wait, kustomize, options, completion, plugin list, project, projects, status,
          whoami`,
          'reads network',
        ],
        ['cluster-info dump', 'reads network writes'],
        [
          'config view',
          { effects: 'reads network', flags: { '--raw': 'privilege : shows keys and tokens' } },
        ],
        [
          `apply, create, create *, patch, scale, autoscale, annotate, label, set, set *,
          rollout restart, rollout undo, rollout pause, rollout resume, expose, cordon,
          uncordon, taint, replace, certificate approve, config use-context,
          config set-context, config set, config set-cluster, config set-credentials, new-app,
          new-project, tag, adm *`,
          'network writes',
        ],
        [
          `delete, drain, config delete-context, config unset, config delete-cluster,
          certificate deny`,
          'network deletes',
        ],
        [
          `exec, run, attach, debug, cp, port-forward, proxy, edit, plugin, rsh, start-build,
          login, krew, krew *`,
          'network runs',
        ],
      ],
    },
  ],
  [
    `helm kustomize k9s minikube kind k3d k3s eksctl kops kubeadm stern kubens kubectx flux argocd
    istioctl linkerd skopeo crane buildah ctr crictl lxc lxd incus vagrant packer terraform tofu
    terragrunt pulumi cdk cdktf sam nomad consul boundary waypoint virsh virt-install
    qemu-system-x86_64 qemu-img VBoxManage multipass limactl colima orb utmctl distrobox toolbox`,
    {
      effects: 'network runs writes deletes',
      phrase: 'changes machines or clusters, by rules that may run programs',
      infoFlags: 'version',
    },
  ],
  [
    'aws az gcloud gsutil bq doctl oci ibmcloud aliyun linode-cli hcloud scw exo yc',
    { ...cloud, subcommands: cloudVerbs },
  ],
  [
    'heroku flyctl fly render railway supabase firebase amplify eb surge now dokku cf',
    { effects: 'network writes runs' },
  ],
];
